import { writeTemplate } from '../../store/embedded/write-template.ts';
import { shippedMigrations } from '../tables/migrations/shipped-migrations.ts';

// `node build-template.js <file>`: the files of an empty, migrated store.
const [file] = process.argv.slice(2);
if (!file) throw new Error('build the template: no file named, expected "build-template <file>"');
await writeTemplate(file, shippedMigrations());

import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { packMigrated } from './pack-migrated.ts';

// `node build-template.js <file>`: the files of an empty, migrated store, for a quick first start.
const [file] = process.argv.slice(2);
if (!file) throw new Error('build the template: no file named, expected "build-template <file>"');
writeFileSync(file, gzipSync(await packMigrated()));

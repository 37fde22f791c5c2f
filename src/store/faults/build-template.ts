import { writeTemplate } from '../embedded/write-template.ts';

// `node build-template.js <file>`: the files of an empty store.
const [file = ''] = process.argv.slice(2);
await writeTemplate(file, []);

import { spawnSync } from 'node:child_process';
import { prepare, root } from '../build/prepare.mjs';
import { refuseArguments } from '../start/arguments.mjs';

/**
 * What is made from the build and kept in the repository.
 * @type {Record<string, { help: string, programs: string[][] }>}
 */
const generated = {
  integrity: {
    help: 'npm run integrity   builds, and writes address and hash of the script into the README’s page',
    programs: [['tools/release/integrity.mjs', '--write']],
  },
  reference: {
    help: 'npm run reference   builds, and writes docs/reference.md and its like from the types',
    programs: [
      ['tools/release/reference.mjs', '--write'],
      ['tools/release/entry-references.mjs', '--write'],
    ],
  },
  pictures: {
    help: 'npm run pictures    builds, and writes the pictures of the documents',
    programs: [['tools/check/run.mjs', 'tools/release/pictures.ts']],
  },
};

const [, , name = '', ...args] = process.argv;
const { help, programs } = generated[name] ?? { help: '', programs: [] };
refuseArguments(help, args);
prepare();
for (const program of programs) {
  const { status } = spawnSync(process.execPath, program, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

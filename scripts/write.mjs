import { spawnSync } from 'node:child_process';
import { refuseArguments } from './arguments.mjs';
import { prepare, root } from './prepare.mjs';

/**
 * What is made from the build and kept in the repository.
 * @type {Record<string, { help: string, programs: string[][] }>}
 */
const written = {
  integrity: {
    help: 'npm run integrity   builds, and writes address and hash of the script into the README’s page',
    programs: [['e2e/gates/integrity.mjs', '--write']],
  },
  reference: {
    help: 'npm run reference   builds, and writes docs/reference.md and its like from the types',
    programs: [
      ['e2e/gates/reference.mjs', '--write'],
      ['e2e/gates/entry-references.mjs', '--write'],
    ],
  },
  pictures: {
    help: 'npm run pictures    builds, and writes the pictures of the documents',
    programs: [['scripts/test/run.mjs', 'e2e/pictures/main.ts']],
  },
};

const [, , name = '', ...words] = process.argv;
const { help, programs } = written[name] ?? { help: '', programs: [] };
refuseArguments(help, words);
prepare();
for (const program of programs) {
  const { status } = spawnSync(process.execPath, program, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

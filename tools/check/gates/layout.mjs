import { readFileSync } from 'node:fs';
import { report, repositoryFiles } from './repository.mjs';

const topLevel = [
  'src',
  'demo',
  'docs',
  'e2e',
  'public',
  'tools',
  'README.md',
  'LICENSE',
  'NOTICE',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'biome.json',
];
const vagueName = /(^|\/)(utils?|helpers?|common|shared|managers?|misc)(\.|\/|$)/i;

/**
 * @param {string[]} files paths inside the repository
 * @param {string} lock text of the lock file
 * @returns {string[]} what is wrong, one sentence each
 */
export function findLayoutFaults(files, lock) {
  const tops = [...new Set(files.map((file) => file.split('/')[0] ?? ''))];
  return [
    ...tops
      .filter((name) => !name.startsWith('.') && !topLevel.includes(name))
      .map((name) => `top level: found "${name}", wanted only what is agreed`),
    ...files
      .filter((file) => vagueName.test(file))
      .map((file) => `names: found "${file}", wanted a name that says what it is`),
    ...unverified(JSON.parse(lock)).map((name) => `lock file: found no integrity of "${name}", wanted one`),
    ...(lock.includes('"resolved"') ? ['lock file: found resolved addresses, wanted none'] : []),
  ];
}

/** @param {{ packages?: Record<string, { integrity?: string, link?: boolean }> }} lock */
function unverified({ packages = {} }) {
  const bare = Object.entries(packages).filter(
    ([path, { integrity, link }]) => path !== '' && !integrity && !link,
  );
  return bare.map(([path]) => path);
}

if (process.argv[1] === import.meta.filename) {
  report([
    ...findLayoutFaults(repositoryFiles(), readFileSync('package-lock.json', 'utf8')),
    ...['e2e/docs/interop', 'e2e/docs/scratch-apps'].flatMap((folder) =>
      findLayoutFaults([], readFileSync(`${folder}/package-lock.json`, 'utf8')),
    ),
  ]);
}

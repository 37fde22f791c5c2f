import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const topLevel = [
  'src',
  'demo',
  'docs',
  'e2e',
  'public',
  'scripts',
  'README.md',
  'LICENSE',
  'NOTICE',
  'CHANGELOG.md',
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
    ...needless(JSON.parse(lock)).map(
      (name) => `lock file: found the integrity of "${name}", wanted it out of what is not at hand`,
    ),
    ...(lock.includes('"resolved"') ? ['lock file: found resolved addresses, wanted none'] : []),
  ];
}

/**
 * The binaries of two developers' tools for systems that the registry at hand has not got in these versions, so nobody can
 * tell their digests. No start and no build runs them.
 */
const notAtHand = [
  ...[
    'android-arm64',
    'android-x64',
    'darwin-arm64',
    'darwin-x64',
    'linux-arm64-musl',
    'linux-x64-musl',
    'win32-arm64',
    'win32-x64',
  ].map((system) => `node_modules/@biomejs/cli-${system}`),
  ...[
    'android-arm-eabi',
    'android-arm64',
    'darwin-arm64',
    'darwin-x64',
    'freebsd-x64',
    'linux-arm-gnueabihf',
    'linux-arm-musleabihf',
    'linux-ppc64-gnu',
    'linux-riscv64-gnu',
    'linux-riscv64-musl',
    'linux-s390x-gnu',
    'openharmony-arm64',
    'win32-arm64-msvc',
    'win32-ia32-msvc',
    'win32-x64-msvc',
  ].map((system) => `node_modules/@oxc-parser/binding-${system}`),
];

/** @param {{ packages?: Record<string, { integrity?: string, link?: boolean, optional?: boolean }> }} lock */
function unverified({ packages = {} }) {
  const bare = Object.entries(packages).filter(
    ([path, { integrity, link }]) => path !== '' && !integrity && !link,
  );
  return bare.filter(([path, { optional }]) => !(optional && notAtHand.includes(path))).map(([path]) => path);
}

/** The exception goes when it can. @param {{ packages?: Record<string, { integrity?: string }> }} lock */
function needless({ packages = {} }) {
  return notAtHand.filter((path) => packages[path]?.integrity);
}

if (process.argv[1] === import.meta.filename) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const faults = [
    ...findLayoutFaults(listed.split('\n').filter(Boolean), readFileSync('package-lock.json', 'utf8')),
    ...['e2e/interop', 'e2e/scratch-apps'].flatMap((folder) =>
      findLayoutFaults([], readFileSync(`${folder}/package-lock.json`, 'utf8')),
    ),
  ];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

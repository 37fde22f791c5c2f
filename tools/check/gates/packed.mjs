import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { report } from './repository.mjs';

/** What a consumer of each entry is compiled with: a backend without the DOM, a page without Node. */
const CONSUMERS = {
  server: ['ES2023'],
  testing: ['ES2023'],
  ...Object.fromEntries(
    ['sdk', 'script', 'react', 'element', 'doubles', 'mistakes'].map((page) => [
      page,
      ['ES2023', 'DOM', 'DOM.Iterable'],
    ]),
  ),
};

const [, , folder = '.'] = process.argv;
/** @type {{ name: string, exports: Record<string, { require?: unknown }>, peerDependencies?: object }} */
const {
  name,
  exports,
  peerDependencies = {},
} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/**
 * What a command that failed has said.
 * @param {string} program
 * @param {{ cwd: string, args: string[] }} options
 * @returns {string[]} nothing when it succeeded
 */
function faultsOf(program, { cwd, args }) {
  const shell = process.platform === 'win32' && program === 'npm';
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, shell, encoding: 'utf8' });
  return status === 0 ? [] : [`${program} ${args.join(' ')}: ${stdout}${stderr}`];
}

/** Each entry of the package's `exports`, imported by its name, and required where it can be. @param {string} shop */
function findImportFaults(shop) {
  const modules = Object.entries(exports).filter(([path]) => !path.endsWith('.json'));
  return modules.flatMap(([path, entry]) => {
    const own = `'${name}${path.slice(1)}'`;
    const lines = [`await import(${own})`, ...(entry.require ? [`require(${own})`] : [])];
    return lines.flatMap((line) => {
      const type = line.startsWith('await') ? 'module' : 'commonjs';
      return faultsOf(process.execPath, { cwd: shop, args: [`--input-type=${type}`, '--eval', line] });
    });
  });
}

/** What the README links to or shows, and the package does not have. @param {string} installed */
function findLinkFaults(installed) {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const links = Array.from(
    readme.matchAll(/\]\(([^)#\s]+)|src(?:set)?="([^"]+)"/g),
    ([, link, file]) => link ?? file ?? '',
  );
  return links
    .filter((link) => !/^https?:/.test(link) && !existsSync(join(installed, link)))
    .map((link) => `README.md: found a link to ${link}, wanted it in the package`);
}

/** A shop has the packages that ours may stand on, with their types. @param {string} shop */
function givePeers(shop) {
  mkdirSync(join(shop, 'node_modules/@types'), { recursive: true });
  for (const peer of Object.keys(peerDependencies).flatMap((one) => [one, `@types/${one}`]))
    symlinkSync(resolve('node_modules', peer), join(shop, 'node_modules', peer), 'junction');
}

/** The consumers compiled against what is installed, strictly and its declarations too. @param {string} shop */
function findTypeFaults(shop) {
  const compilerOptions = {
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
  };
  return Object.entries(CONSUMERS).flatMap(([part, lib]) => {
    const file = `${part}.ts`;
    cpSync(join('e2e/docs/types', file), join(shop, file));
    const settings = { compilerOptions: { ...compilerOptions, lib }, files: [file] };
    writeFileSync(join(shop, 'tsconfig.json'), JSON.stringify(settings));
    const args = [resolve('node_modules/typescript/bin/tsc'), '-p', shop];
    return faultsOf(process.execPath, { cwd: shop, args });
  });
}

/**
 * What keeps somebody from using the package: packed, installed in an empty folder without a network, and imported there.
 * @param {string} away
 * @returns {string[]} what is wrong, one text each
 */
function findPackageFaults(away) {
  const shop = join(away, 'shop');
  mkdirSync(shop);
  writeFileSync(join(shop, 'package.json'), '{ "private": true, "type": "module" }\n');
  const packing = faultsOf('npm', {
    cwd: folder,
    args: ['pack', '--ignore-scripts', '--pack-destination', away],
  });
  if (packing.length > 0) return packing;
  const tarballs = readdirSync(away).filter((file) => file.endsWith('.tgz'));
  const install = ['install', '--ignore-scripts', '--offline', '--no-audit', '--no-fund'];
  const args = [...install, ...tarballs.map((file) => join(away, file))];
  const installing = faultsOf('npm', { cwd: shop, args });
  if (installing.length > 0) return installing;
  const others = readdirSync(join(shop, 'node_modules')).filter(
    (one) => !one.startsWith('.') && one !== name,
  );
  givePeers(shop);
  return [
    ...others.map((one) => `installed with it: found "${one}", wanted no dependency`),
    ...findImportFaults(shop),
    ...findLinkFaults(join(shop, 'node_modules', name)),
    ...(resolve(folder) === process.cwd() ? findTypeFaults(shop) : []),
  ];
}

const away = mkdtempSync(join(tmpdir(), 'packed-'));
try {
  report(findPackageFaults(away).map((fault) => `${basename(resolve(folder))}: ${fault}`));
} finally {
  rmSync(away, { recursive: true, force: true });
}

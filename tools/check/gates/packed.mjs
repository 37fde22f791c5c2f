import { spawnSync } from 'node:child_process';
import {
  cpSync,
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

/** @typedef {{ program: string, args: string[], cwd: string }} Command */

/**
 * What a command that failed has said.
 * @param {Command} command
 * @returns {string[]} nothing when it succeeded
 */
function faultsOf({ program, args, cwd }) {
  const shell = process.platform === 'win32' && program === 'npm';
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, shell, encoding: 'utf8' });
  return status === 0 ? [] : [`${program} ${args.join(' ')}: ${stdout}${stderr}`];
}

/** @param {{ cwd: string, args: string[] }} options */
const npm = ({ cwd, args }) => faultsOf({ program: 'npm', args: [...args, '--ignore-scripts'], cwd });

/** Each entry of the package's `exports`, imported by its name, and required where it can be. @param {{ shop: string, folder: string }} where */
function findImportFaults({ shop, folder }) {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const modules = Object.keys(exports).filter((path) => !path.endsWith('.json'));
  const run = (/** @type {string[]} */ args) => faultsOf({ program: process.execPath, args, cwd: shop });
  return modules.flatMap((path) => {
    const entry = `'${name}${path.slice(1)}'`;
    return [
      ...run(['--input-type=module', '--eval', `await import(${entry})`]),
      ...(exports[path].require ? run(['--input-type=commonjs', '--eval', `require(${entry})`]) : []),
    ];
  });
}

/**
 * A shop has the packages that ours may stand on, with their types.
 * @param {{ shop: string, folder: string }} where
 */
function givePeers({ shop, folder }) {
  const { peerDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  mkdirSync(join(shop, 'node_modules/@types'), { recursive: true });
  for (const peer of Object.keys(peerDependencies)) {
    for (const name of [peer, `@types/${peer}`])
      symlinkSync(resolve('node_modules', name), join(shop, 'node_modules', name), 'junction');
  }
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
  // A backend is compiled without the DOM, a page without Node.
  const page = ['ES2023', 'DOM', 'DOM.Iterable'];
  const lib = {
    server: ['ES2023'],
    testing: ['ES2023'],
    sdk: page,
    script: page,
    react: page,
    element: page,
  };
  return Object.entries(lib).flatMap(([part, names]) => {
    const file = `${part}.ts`;
    cpSync(join('e2e/docs/types', file), join(shop, file));
    const settings = { compilerOptions: { ...compilerOptions, lib: names }, files: [file] };
    writeFileSync(join(shop, 'tsconfig.json'), JSON.stringify(settings));
    const args = [resolve('node_modules/typescript/bin/tsc'), '-p', shop];
    return faultsOf({ program: process.execPath, args, cwd: shop });
  });
}

/**
 * What keeps somebody from using the package of this folder: packed, installed in an empty folder without a network, and
 * imported there.
 * @param {string} folder
 * @returns {string[]} what is wrong, one text each
 */
function findPackageFaults(folder) {
  const away = mkdtempSync(join(tmpdir(), 'packed-'));
  const shop = join(away, 'shop');
  mkdirSync(shop);
  writeFileSync(join(shop, 'package.json'), '{ "private": true, "type": "module" }\n');
  try {
    const packing = npm({ cwd: folder, args: ['pack', '--pack-destination', away] });
    const tarballs = readdirSync(away).filter((name) => name.endsWith('.tgz'));
    const args = [
      'install',
      '--offline',
      '--no-audit',
      '--no-fund',
      ...tarballs.map((name) => join(away, name)),
    ];
    const installing = [...packing, ...npm({ cwd: shop, args })];
    if (installing.length > 0) return installing;
    const { name: own } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const installed = readdirSync(join(shop, 'node_modules'));
    const others = installed.filter((name) => !name.startsWith('.') && name !== own);
    givePeers({ shop, folder });
    return [
      ...others.map((name) => `installed with it: found "${name}", wanted no dependency`),
      ...findImportFaults({ shop, folder }),
      ...(resolve(folder) === process.cwd() ? findTypeFaults(shop) : []),
    ];
  } finally {
    rmSync(away, { recursive: true, force: true });
  }
}

const [, , folder = '.'] = process.argv;
const faults = findPackageFaults(folder);
for (const fault of faults) console.error(`${basename(resolve(folder))}: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFileLock } from './one-at-a-time.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const stampFile = join(root, 'dist/.stamp');
/** Two that install or build in one folder take each other's files away. */
const lockFile = join(root, '.cache/preparing');

/** `npm run dev` builds what changes here; of anything else that the build reads it builds nothing. */
export const watchedFolders = ['src', 'demo', 'public'];

/** What the build reads, beside the watched folders, `tools/build` and the guides. */
const buildFiles = ['package.json', 'package-lock.json', 'vite.config.ts'];

/** Ends the process with a plain sentence when this Node is too old, before a newer syntax or package does. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const wanted = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (wanted) return;
  console.error(
    `This needs Node 20.19 or later in 20, or 22.12 and above: found Node ${process.versions.node}`,
  );
  process.exit(1);
}

/** @param {string} name */
function readPackages(name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8')).packages;
}

/** True when every package of the lock file is installed in the locked version; those for other systems may lack. */
function isInstalled() {
  const installedLock = 'node_modules/.package-lock.json';
  if (!existsSync(join(root, installedLock))) return false;
  const times = ['package-lock.json', installedLock].map((name) => statSync(join(root, name)).mtimeMs);
  if (Number(times[0]) <= Number(times[1])) return true;
  const installed = readPackages(installedLock);
  return Object.entries(readPackages('package-lock.json')).every(
    ([path, { version, optional }]) =>
      path === '' || (installed[path] ? installed[path].version === version : optional),
  );
}

/** The service shows them. */
function guides() {
  const docs = existsSync(join(root, 'docs')) ? readdirSync(join(root, 'docs')) : [];
  const named = docs.filter((name) => name.endsWith('.md')).map((name) => join('docs', name));
  return ['README.md', 'SECURITY.md', ...named].filter((name) => existsSync(join(root, name)));
}

/** Paths, sizes and times of everything the build reads: a hash of what is in watched folders, and one of the rest. */
export function sourceStamp() {
  return `${hashOf(sourcesIn(watchedFolders))} ${hashOf([...buildFiles, ...guides(), ...sourcesIn(['tools/build'])])}`;
}

/** @param {string[]} folders */
function sourcesIn(folders) {
  const present = folders.filter((folder) => existsSync(join(root, folder)));
  const found = present.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return found.filter((name) => !/\.test\.tsx?$|\.md$/.test(name));
}

/** @param {string[]} names */
function hashOf(names) {
  const hash = createHash('sha256').update(process.env.LIVE_RELOAD_PORT ?? '');
  for (const name of names.sort()) {
    const entry = statSync(join(root, name));
    if (entry.isFile()) hash.update(`${name} ${entry.size} ${entry.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * A build of some parts has taken up what is in watched folders; of the rest the last whole build's hash stays.
 * @param {string} stamp what `sourceStamp` said before the build began
 * @param {{ isWhole: boolean }} extent
 */
export function writeStamp(stamp, { isWhole }) {
  const [watched] = stamp.split(' ');
  const [, rest = ''] = (isWhole ? stamp : readStamp()).split(' ');
  writeFileSync(stampFile, `${watched} ${rest}`);
}

const readStamp = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '');

function isBuilt() {
  return readStamp() === sourceStamp();
}

const shell = process.platform === 'win32';

/**
 * @param {string} command
 * @param {string[]} args
 */
function succeeds(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', shell }).status === 0;
}

/** @param {() => boolean} task */
const alone = (task) =>
  withFileLock(lockFile, task, (pid) => console.log(`Process ${pid} prepares this folder: waiting for it …`));

/** Installs what is missing. @returns {boolean} whether all is there now */
export function install() {
  return isInstalled() || alone(() => isInstalled() || installPackages());
}

function installPackages() {
  console.log('Installing packages: a minute or more …');
  const quietly = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync('npm', ['ci', ...quietly], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
    shell,
  });
  if (status === 0) return true;
  process.stderr.write(stderr);
  // Only what npm says of the lock itself: a package that is not what the lock says must not be got another way.
  if (!/^npm (?:error|ERR!) code EUSAGE$/m.test(stderr)) return false;
  // A registry without some package for another system makes npm ci refuse its lock; npm install passes over it.
  console.log('npm ci refused the lock file, trying npm install …');
  return succeeds('npm', ['install', '--no-save', ...quietly]);
}

/** Builds what is stale. @returns {boolean} whether the build is whole now */
export function build() {
  return isBuilt() || alone(() => isBuilt() || buildAll());
}

function buildAll() {
  console.log('Building: half a minute or less …');
  return runBuild();
}

/** @param {string[]} [parts] what is stale of a build that was whole before; default: everything */
export function buildParts(parts) {
  return alone(() => runBuild(parts));
}

/** @param {string[]} [parts] */
function runBuild(parts) {
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'];
  const env = { ...process.env, BUILD_PARTS: parts?.join(',') };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
  // A bundler also tells what slowed it down: that is for whoever changes the build, by npm run build.
  if (status !== 0) process.stderr.write(stdout + stderr);
  return status === 0;
}

/** Brings Node check, packages and build to what a start needs, or ends the process with the reason. */
export function prepare() {
  requireNode();
  if (!install()) process.exit(1);
  if (!build()) process.exit(1);
}

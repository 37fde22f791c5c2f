import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { aptInstall } from './apt.mjs';

const installed = '/usr/lib/postgresql';
const settings = [
  'listen_addresses=',
  'max_connections=300',
  'shared_buffers=128MB',
  'fsync=on',
  'synchronous_commit=on',
  'log_min_messages=panic',
  'log_min_error_statement=panic',
  'timezone=UTC',
];

/**
 * The folder of `initdb` and `postgres`, newest version first: Debian's, then those on the PATH.
 * @returns {string | undefined}
 */
export function findPostgres() {
  const versions = existsSync(installed) ? readdirSync(installed) : [];
  const debian = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((v) => join(installed, v, 'bin'));
  const path = (process.env.PATH ?? '').split(':');
  return [...debian, ...path].find(
    (bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')),
  );
}

/** PostgreSQL refuses to run as root. @returns {{ uid?: number, gid?: number }} who it runs as */
function owner() {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = ['postgres', 'nobody'].map((name) => users.find(([known]) => known === name)).find(Boolean);
  if (!user)
    throw new Error('Cannot start PostgreSQL: running as root, found neither user postgres nor nobody');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** @param {string} bin @param {string} directory */
function initialise(bin, directory) {
  const { uid, gid } = owner();
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
  const args = [
    '-D',
    join(directory, 'data'),
    '-U',
    'wallet',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '-N',
  ];
  const { status, stderr } = spawnSync(join(bin, 'initdb'), args, {
    ...owner(),
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`Cannot start PostgreSQL: initdb failed\n${stderr}`);
}

/**
 * A new PostgreSQL in a directory of its own, that only its owner and root can reach, by a socket in it.
 * @param {string} bin
 */
export async function startPostgres(bin) {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-pg-'));
  initialise(bin, directory);
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', join(directory, 'data'), '-k', directory, ...settings.flatMap((setting) => ['-c', setting])],
    { ...owner(), cwd: directory, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const ended = once(server, 'exit');
  const url = `postgresql://wallet@${encodeURIComponent(directory)}/postgres`;
  while (spawnSync(join(bin, 'pg_isready'), ['-q', '-d', url]).status !== 0) {
    if (server.exitCode !== null)
      throw new Error(`Cannot start PostgreSQL: it ended with ${server.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  return { url, stop };
}

/** Starts the server as a program of its own, for one that cannot wait for events; see `postgres-server.mjs`. */
export async function startPostgresProgram() {
  const program = spawn(process.execPath, [new URL('./postgres-server.mjs', import.meta.url).pathname], {
    // Its own group: Ctrl-C is for the one that started it, whose end it notices.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(program, 'exit');
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const { value: url } = await Promise.race([lines.next(), ended.then(() => ({ value: undefined }))]);
  const stop = async () => {
    program.stdin.end();
    await ended;
  };
  return { url, stop };
}

export const NO_POSTGRES =
  'PostgreSQL: not found, the second store is not tested; install one or set TEST_DATABASE_URL to a server';

/**
 * A PostgreSQL for the tests on the second store: `TEST_DATABASE_URL`, else one found, else Debian's when that can be
 * installed. @returns {Promise<{ fine: boolean, stop(): Promise<void> }>}
 */
export async function ensurePostgres() {
  const nothing = { fine: true, stop: async () => {} };
  if (process.env.TEST_DATABASE_URL) return nothing;
  if (!findPostgres()) aptInstall('postgresql');
  const bin = findPostgres();
  if (!bin) return nothing;
  const { url, stop } = await startPostgresProgram();
  if (!url) return { ...nothing, fine: false };
  process.env.TEST_DATABASE_URL = url;
  console.log(bin);
  return { fine: true, stop };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { aptInstall } from './apt.mjs';

const installed = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs: Debian's, newest version first, then those on the PATH. @returns {string | undefined} */
export function findPostgres() {
  const versions = existsSync(installed) ? readdirSync(installed) : [];
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
  const debian = newestFirst.map((version) => join(installed, version, 'bin'));
  const path = (process.env.PATH ?? '').split(':');
  return [...debian, ...path].find((bin) =>
    ['initdb', 'pg_ctl', 'postgres'].every((program) => existsSync(join(bin, program))),
  );
}

/** A new server; its `url` is undefined where it did not start. */
export async function startPostgres() {
  const server = new URL('./postgres-server.mjs', import.meta.url).pathname;
  const program = spawn(process.execPath, [server, findPostgres() ?? ''], {
    // Its own group: Ctrl-C is for the one that started it, whose end it notices.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(program, 'exit');
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const { value: url } = await lines.next();
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
  if (!findPostgres()) aptInstall('postgresql', 'pgbouncer', 'haproxy', 'pgbackrest');
  const bin = findPostgres();
  if (!bin) return nothing;
  const { url, stop } = await startPostgres();
  if (!url) return { ...nothing, fine: false };
  process.env.TEST_DATABASE_URL = url;
  console.log(bin);
  return { fine: true, stop };
}

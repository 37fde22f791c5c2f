import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** A PostgreSQL of a test's own, whose settings it may change. */
export type OwnPostgres = {
  /** Of its socket, and of whatever a test puts beside it. */
  readonly directory: string;
  readonly url: string;
  /** Whether its programs are on this machine. */
  readonly isPossible: boolean;
  /** Gives files to whoever runs the server, which does not run as root. */
  own(...paths: readonly string[]): void;
  /** `hba`: who may connect, instead of everybody by its socket. */
  start(settings: Readonly<Record<string, string | number>>, hba?: string): void;
  /** As after a crash: nobody waits for anything. */
  crash(): void;
  stop(): void;
};

/** One of the version that runs at `server`. */
export async function ownPostgres(server: string): Promise<OwnPostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-own-'));
  const data = join(directory, 'data');
  const { programs, owner } = await installation(server, directory);
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(join(programs, program), ['-D', data, ...args], {
      ...owner,
      cwd: directory,
      stdio: 'ignore',
    });
  const own: OwnPostgres['own'] = (...paths) => {
    if (owner) for (const path of paths) chownSync(path, owner.uid, owner.gid);
  };
  let isRunning = false;
  return {
    directory,
    url: `postgresql://wallet@${encodeURIComponent(directory)}/postgres`,
    isPossible: existsSync(join(programs, 'pg_ctl')),
    own,
    start(settings, hba) {
      own(directory);
      run('initdb', '-U', 'wallet', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N');
      const all = { listen_addresses: '', unix_socket_directories: directory, ...settings };
      const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`);
      appendFileSync(join(data, 'postgresql.conf'), lines.join(''));
      if (hba !== undefined) writeFileSync(join(data, 'pg_hba.conf'), hba);
      run('pg_ctl', '-w', '-l', join(directory, 'log'), 'start');
      isRunning = true;
    },
    crash() {
      run('pg_ctl', '-w', '-m', 'immediate', 'stop');
      run('pg_ctl', '-w', '-l', join(directory, 'log'), 'start');
    },
    stop() {
      if (isRunning) run('pg_ctl', '-w', '-m', 'immediate', 'stop');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function installation(server: string, directory: string) {
  const client = new Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query(
    "select setting, current_setting('data_directory') as data from pg_config where name = 'BINDIR'",
  );
  await client.end();
  const [{ setting, data }] = rows;
  const isRoot = process.getuid?.() === 0 && existsSync(data);
  const { uid, gid } = statSync(isRoot ? data : directory);
  return { programs: String(setting), owner: isRoot ? { uid, gid } : undefined };
}

import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Runs a new PostgreSQL of the programs in this folder until its standard input ends: whatever becomes of the program that
// started this, it stops. Only its owner and root can reach its directory, and the socket in it.
const [, , bin = ''] = process.argv;
const directory = mkdtempSync(join(tmpdir(), 'wallet-pg-'));
const data = join(directory, 'data');

const settings = `
listen_addresses = ''
unix_socket_directories = '${directory}'
max_connections = 300
shared_buffers = 128MB
log_min_messages = panic
log_min_error_statement = panic
timezone = UTC
`;

/** PostgreSQL refuses to run as root. @param {string} flag */
const idOfNobody = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
const owner = process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : undefined;
if (owner) chownSync(directory, owner.uid, owner.gid);

/** @param {string} program @param {string[]} args */
const run = (program, args) =>
  execFileSync(join(bin, program), ['-D', data, ...args], {
    ...owner,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const stop = () => {
  run('pg_ctl', ['stop']);
  rmSync(directory, { recursive: true, force: true });
  process.exit();
};

run('initdb', ['-U', 'wallet', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N']);
appendFileSync(join(data, 'postgresql.conf'), settings);
run('pg_ctl', ['start', '-l', join(directory, 'log')]);
console.log(`postgresql://wallet@${encodeURIComponent(directory)}/postgres`);
process.stdin.resume().once('end', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);

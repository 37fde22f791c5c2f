import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * A machine to install on: this one's programs, in namespaces of their own. What is written goes into memory and is gone at the end;
 * its network has nothing but itself, under an address of the public Internet, so that names, ports and rules for addresses are those
 * of a machine that others reach. Without systemd, `systemctl` starts what the unit files say. Needs Linux, and root.
 */
export type EmptyMachine = {
  /** Its own address. */
  readonly address: string;
  /** A shell whose variables and folder stay from one script to the next. `isOnline`: on this machine's network, to download. */
  openShell(environment?: Record<string, string>, where?: { readonly isOnline: boolean }): Shell;
  /** Writes a file. */
  write(path: string, text: string): void;
  /** Copies the repository's files, as they are now, in place of a clone. */
  clone(folder: string): void;
  read(path: string): string;
  /** A program of this machine that runs in the network of that one: the browser of a shopper. */
  neighbour(program: string): string;
  stop(): Promise<void>;
};

export type Shell = {
  /** Runs a script until its first failure. Returns what it has printed; raises an error with it. */
  run(script: string): Promise<string>;
  close(): void;
};

/** Anybody's: nothing leaves the namespace. */
const ADDRESS = '9.20.30.40';
const SYSTEMCTL = join(import.meta.dirname, 'systemctl.sh');

const MOUNT = `set -e
mount --make-rprivate /
mount -t tmpfs -o size=4g tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount --rbind /dev "$1/root/dev"
mount -t proc proc "$1/root/proc"
mount -t tmpfs tmpfs "$1/root/tmp"
ip link set lo up
ip address add ${ADDRESS}/32 dev lo
cd "$1/root"
echo ready
exec chroot . bash -c 'while :; do sleep 1000 & wait $!; done'`;

/** Why there can be none here; undefined where there can. */
export function noEmptyMachine(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'root on Linux is wanted';
  const { status, stderr } = spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true'], {
    encoding: 'utf8',
  });
  return status === 0 ? undefined : `unshare failed: ${stderr.trim()}`;
}

export async function startEmptyMachine(): Promise<EmptyMachine> {
  const folder = mkdtempSync(join(tmpdir(), 'empty-machine-'));
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child'];
  const holder = spawn('unshare', [...namespaces, 'bash', '-c', MOUNT, 'bash', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(holder, 'exit');
  const pid = await initOf(holder);
  const inside = ['--target', pid, '--mount', '--pid', '--root', '--wd'];
  const enter = (isOnline: boolean) => ['nsenter', ...inside, ...(isOnline ? [] : ['--net']), '--'];
  const [nsenter = '', ...into] = enter(false);
  const feed = (args: string[], input: string | Buffer) =>
    execFileSync(nsenter, [...into, ...args], { input, maxBuffer: 1e9 });
  const write = (path: string, content: string) => {
    feed(['sh', '-c', `mkdir -p "$(dirname "$0")" && cat > "$0"`, path], content);
  };
  write('/usr/local/bin/systemctl', readFileSync(SYSTEMCTL, 'utf8'));
  feed(['chmod', '755', '/usr/local/bin/systemctl'], '');
  return {
    address: ADDRESS,
    write,
    read: (path) => feed(['cat', path], '').toString(),
    openShell: (environment = {}, { isOnline } = { isOnline: false }) =>
      openShell(enter(isOnline), environment),
    clone(to) {
      feed(['sh', '-c', 'mkdir -p "$0" && tar -x -C "$0"', to], repository());
    },
    neighbour(program) {
      const script = join(folder, 'neighbour.sh');
      writeFileSync(script, `#!/bin/sh\nexec nsenter --target ${pid} --net -- ${program} "$@"\n`);
      chmodSync(script, 0o755);
      return script;
    },
    async stop() {
      holder.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The first process inside, which reaps the others. */
async function initOf({ pid, stdout, stderr }: ChildProcess): Promise<string> {
  if (!stdout || !stderr) throw new Error('Cannot start a machine: found no output, expected pipes');
  const said = await Promise.race([text(stderr), once(stdout, 'data').then(String)]);
  if (!said.startsWith('ready')) throw new Error(`Cannot start a machine: ${said}`);
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
}

/** The files that a commit of now would have, as an archive. */
function repository(): Buffer {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  const folder = mkdtempSync(join(tmpdir(), 'clone-'));
  // As a clone is: others may read it.
  chmodSync(folder, 0o755);
  for (const file of files.toString().split('\0').filter(Boolean)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  const archive = execFileSync('tar', ['-c', '-C', folder, '.'], { maxBuffer: 1e9 });
  rmSync(folder, { recursive: true });
  return archive;
}

const END = '\u0004 end of the script';

function openShell([program = '', ...args]: readonly string[], environment: Record<string, string>): Shell {
  const { PATH = '', npm_config_cache = '' } = process.env;
  const env = { PATH, HOME: '/root', LANG: 'C.UTF-8', npm_config_cache, ...environment };
  const shell = spawn(program, [...args, 'bash', '-e'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let told = '';
  let heard = () => {};
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      told += chunk;
      heard();
    });
  shell.on('exit', () => heard());
  return {
    run: (script) =>
      new Promise((resolve, reject) => {
        told = '';
        heard = () => {
          if (told.includes(END)) resolve(told.slice(0, told.indexOf(END)));
          else if (shell.exitCode !== null || shell.signalCode !== null)
            reject(new Error(`Cannot run this:\n${script}\nIt said:\n${told}`));
        };
        // As a file, so that no command reads what comes after it.
        const quoted = `'${script.replaceAll("'", "'\\''")}'`;
        shell.stdin.write(`eval ${quoted} < /dev/null\nprintf '%s' '${END}'\n`);
        // One that a script before has ended says nothing more.
        heard();
      }),
    close: () => shell.kill(),
  };
}

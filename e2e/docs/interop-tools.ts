import { execFile, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

// Not the synchronous one: while it waited, nobody would see the service close an idle connection, and the next fetch would fail.
const run = promisify(execFile);

/** Outside what is committed: some 130 MB that only these tests need. */
export const FOLDER = '.cache/interop';
const FILES = ['package.json', 'package-lock.json'];

/** Installs what the lock file names, once per lock file; nothing of it runs at the install. */
export async function installTools(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const lock = readFileSync('e2e/docs/interop/package-lock.json', 'utf8');
  const stamp = join(FOLDER, '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  for (const name of FILES) copyFileSync(join('e2e/docs/interop', name), join(FOLDER, name));
  copyFileSync('.npmrc', join(FOLDER, '.npmrc'));
  await run('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER });
  writeFileSync(stamp, lock);
}

/** Runs a program of the folder and gives what it prints. */
export async function runTool(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const path = program === 'node' ? process.execPath : join('node_modules/.bin', program);
  const { stdout } = await run(path, [...args], { cwd: FOLDER, env: { ...process.env, ...env } });
  return stdout;
}

type Proxy = { readonly url: string; stop(): void };

/** Prism between a caller and the service: what does not fit the document is answered with an error. */
export async function startPrism(
  document: string,
  { serviceUrl, port }: { serviceUrl: string; port: number },
): Promise<Proxy> {
  const args = ['proxy', document, serviceUrl, '--errors', '--host', '127.0.0.1', '--port', String(port)];
  const child = spawn('node_modules/.bin/prism', args, { cwd: FOLDER, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('Cannot start Prism: it ended')));
    child.stdout.on('data', (text) => {
      if (String(text).includes('Prism is listening')) resolve();
    });
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Outside what is committed: some 130 MB that only these tests need. */
export const FOLDER = '.cache/interop';
const FILES = ['package.json', 'package-lock.json'];

/** Installs what the lock file names, once per lock file; nothing of it runs at the install. */
export function installTools(): void {
  mkdirSync(FOLDER, { recursive: true });
  const lock = readFileSync('e2e/interop/package-lock.json', 'utf8');
  const stamp = join(FOLDER, '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  for (const name of FILES) copyFileSync(join('e2e/interop', name), join(FOLDER, name));
  copyFileSync('.npmrc', join(FOLDER, '.npmrc'));
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(stamp, lock);
}

/** Runs a program of the folder and gives what it prints. */
export function runTool(program: string, args: readonly string[], env: Record<string, string> = {}): string {
  const path = program === 'node' ? process.execPath : join('node_modules/.bin', program);
  return execFileSync(path, args, { cwd: FOLDER, encoding: 'utf8', env: { ...process.env, ...env } });
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

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printed } from '../support/measures/printed.ts';

type Sample = readonly [file: string, mark: string, document?: string];

/** Files of the apps that the guides print: each app is built around the sample that a reader copies. */
const SAMPLES: readonly Sample[] = [
  ['actions.js', "'use server'"],
  ['react/Checkout.jsx', 'export function Checkout('],
  ['vue/Checkout.vue', '<script setup>'],
  ['vue/vite.config.js', "from '@vitejs/plugin-vue'"],
  ['next/app/checkout/page.jsx', 'export default async function Page('],
  ['next/app/checkout/actions.js', "'use server'"],
  ['next/app/checkout/Checkout.jsx', 'export function Checkout('],
  ['component/Checkout.jsx', 'export function Checkout('],
  ['component/Checkout.test.jsx', "test('Checkout bills", 'docs/testing.md'],
  ['component/vitest.config.js', "environment: 'jsdom'", 'docs/testing.md'],
];
/** What npm says where its registry is not to be had. */
const NO_REGISTRY =
  /code (?:ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|ERR_SOCKET_TIMEOUT)/;

/**
 * The apps in a folder outside the repository, where nothing but the tarball gives them the package. Undefined where the registry
 * is not to be had: `npm ci` finds nothing then.
 */
export function installScratchApps(serviceUrl: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'scratch-apps-'));
  cpSync('e2e/docs/scratch-apps', folder, { recursive: true });
  cpSync('.npmrc', join(folder, '.npmrc'));
  cpSync('e2e/docs/scratch-apps/plain/checkout.js', join(folder, 'requirejs/checkout.js'));
  // Under a name that the repository's own runners do not take for theirs.
  renameSync(join(folder, 'component/more-tests.jsx'), join(folder, 'component/more.test.jsx'));
  mkdirSync(join(folder, 'next/app/checkout'));
  for (const [file, mark, document = 'docs/integrate.md'] of SAMPLES)
    writeFileSync(join(folder, file), printed(document, { mark, serviceUrl }));
  pointTo(serviceUrl, folder);
  if (!npm(['ci', '--ignore-scripts', '--prefer-offline', '--fetch-retries=1'], folder)) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    encoding: 'utf8',
  });
  npm(['install', '--no-save', '--ignore-scripts', '--offline', join(folder, tarball.trim())], folder);
  return folder;
}

/** The apps' own files name the service as the guide does. */
function pointTo(serviceUrl: string, folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!/\.(?:js|jsx|vue|html)$/.test(name) || !statSync(path).isFile()) continue;
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('http://127.0.0.1:4000', serviceUrl));
  }
}

/** Whether it could: false where there is no registry; what else goes wrong is a fault. */
function npm(args: readonly string[], cwd: string): boolean {
  try {
    execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    return true;
  } catch (error) {
    const said = String(Reflect.get(Object(error), 'stderr'));
    if (NO_REGISTRY.test(said)) return false;
    throw new Error(`Cannot install the scratch apps: npm ${args[0]} said ${said}`, { cause: error });
  }
}

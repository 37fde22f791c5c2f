import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { lockedPackage, packagesOf } from '../../tools/build/service-package.ts';
import { printed } from '../support/measures/printed.ts';
import { freePort } from '../support/stack/free-port.ts';

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

test('the built service is a package of only what it imports, in the locked versions', () => {
  const { dependencies, type } = readJson('dist/service/package.json');
  const { packages, lockfileVersion } = readJson('dist/service/package-lock.json');
  const locked = readJson('package-lock.json').packages;
  expect(type).toBe('module');
  expect(lockfileVersion).toBe(3);
  for (const name of ['hono', 'pg', 'pino', 'drizzle-orm', '@electric-sql/pglite', 'commander'])
    expect(dependencies).toHaveProperty([name], locked[`node_modules/${name}`].version);
  for (const name of ['vite', 'preact', 'typescript', '@biomejs/biome', 'drizzle-kit'])
    expect(packages).not.toHaveProperty([`node_modules/${name}`]);
  expect(packages).toHaveProperty(['node_modules/pg-protocol', 'integrity']);
  expect(packages['']).toMatchObject({ dependencies });
  const text = readFileSync('dist/service/package-lock.json', 'utf8');
  expect(text).not.toMatch(/"(resolved|dev|devOptional)"/);
});

test('the built service has no program that fills a store', () => {
  const programs = readdirSync('dist/service').filter((name) => /^[a-z-]+\.js$/.test(name));
  expect(programs.sort()).toEqual(['build-template.js', 'engine-worker.js', 'main.js']);
});

test('packagesOf names packages, whatever of them is imported', () => {
  const imported = ['hono/factory', 'hono', '@a/b/c', 'node:fs', 'fs', './chunk.js', 'zod/mini'];
  expect(packagesOf(imported)).toEqual(['@a/b', 'hono', 'zod']);
});

test('lockedPackage takes along what a package needs where Node finds it, and refuses what is not locked', () => {
  const packages = {
    '': {},
    'node_modules/a': {
      version: '1.0.0',
      dev: true,
      dependencies: { b: '^2', c: '1' },
      optionalDependencies: { d: '1' },
    },
    'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { c: '1' } },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/c': {
      version: '1.0.0',
      peerDependencies: { e: '1', f: '1' },
      peerDependenciesMeta: { f: { optional: true } },
    },
    'node_modules/d': { version: '1.0.0', optional: true },
    'node_modules/e': { version: '1.0.0' },
    'node_modules/f': { version: '1.0.0' },
  };
  const made = lockedPackage({ name: 'x', version: '1.0.0' }, { names: ['a'], packages });
  expect(made['package.json'].dependencies).toEqual({ a: '1.0.0' });
  const { packages: kept } = made['package-lock.json'];
  expect(Object.keys(kept)).toEqual([
    '',
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
    'node_modules/d',
    'node_modules/e',
  ]);
  expect(kept).toHaveProperty(['node_modules/d', 'optional'], true);
  expect(kept).not.toHaveProperty(['node_modules/a', 'dev']);
  expect(() => lockedPackage({ name: 'x' }, { names: ['g'], packages })).toThrow('found the import of "g"');
});

test('the built service is installed by its own lock file, serves, and stops when told', {
  tag: '@prove',
}, async () => {
  test.setTimeout(600_000);
  const folder = mkdtempSync(join(tmpdir(), 'wallet-deployed-'));
  try {
    for (const part of ['service', 'sdk', 'wallet', 'inspector'])
      cpSync(join('dist', part), join(folder, part), { recursive: true });
    const service = join(folder, 'service');
    const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    execFileSync('npm', ['ci', '--omit=dev', ...quietly], { cwd: service, stdio: 'pipe' });
    const listed = execFileSync('npm', ['ls', '--all', '--parseable'], { cwd: service, encoding: 'utf8' });
    expect(listed).not.toMatch(/node_modules\/(vite|preact|playwright|typescript)\n/);
    const env = { ...process.env, DATA_DIR: join(folder, 'data'), ...(await ports()) };
    const child = spawn(process.execPath, ['main.js'], { cwd: service, env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const address = `http://127.0.0.1:${env.SERVICE_PORT}`;
    await expect.poll(() => statusOf(`${address}/readyz`), { timeout: 120_000 }).toBe(200);
    expect(await statusOf(`${address}/healthz`)).toBe(200);
    expect(await statusOf(`${address}/sdk/sdk.js`)).toBe(200);
    expect(await statusOf(`http://127.0.0.1:${env.INSPECTOR_PORT}/`)).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await statusOf(`${address}/healthz`)).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function ports() {
  const [service, issuer, inspector] = [await freePort(), await freePort(), await freePort()];
  return { SERVICE_PORT: `${service}`, ISSUER_PORT: `${issuer}`, INSPECTOR_PORT: `${inspector}` };
}

const statusOf = (address: string) =>
  fetch(address).then(
    ({ status }) => status,
    () => 0,
  );

/** Whether the program is here; else the run says what it left unchecked. */
function isHere([program = '', ...args]: readonly string[], unchecked: string): boolean {
  if (spawnSync(program, args, { stdio: 'ignore' }).status === 0) return true;
  console.log(`NOT checked: ${unchecked}, as '${[program, ...args].join(' ')}' does not run here`);
  test.info().annotations.push({ type: 'not checked', description: unchecked });
  return false;
}

test('systemd accepts the unit', { tag: '@prove' }, () => {
  if (!isHere(['systemd-analyze', '--version'], 'tools/release/deploy/wallet.service')) return;
  // The program that it starts need not be there: only what the unit itself says is checked.
  const { stderr } = spawnSync('systemd-analyze', ['verify', 'tools/release/deploy/wallet.service'], {
    encoding: 'utf8',
  });
  const faults = stderr.split('\n').filter((line) => line.includes('wallet.service'));
  expect(faults.filter((line) => !line.includes('is not executable'))).toEqual([]);
});

test('Compose accepts the compose file', { tag: '@prove' }, () => {
  if (!isHere(['docker', 'compose', 'version'], 'tools/release/deploy/compose.yaml')) return;
  const names = { WALLET_HOST: 'wallet.example', ISSUER_HOST: 'bank.example' };
  const env = { ...process.env, ...names, POSTGRES_PASSWORD: 'secret', MASTER_KEY: 'key' };
  const service = ['-f', 'tools/release/deploy/compose.yaml'];
  for (const files of [service, [...service, '-f', 'tools/release/deploy/inspector.yaml']])
    execFileSync('docker', ['compose', ...files, 'config', '--quiet'], { env, stdio: 'pipe' });
});

test('docs/run.md gives each command of Compose its files, and wallet.env all that these require', () => {
  const guide = readFileSync('docs/run.md', 'utf8');
  const commands = Array.from(guide.matchAll(/docker compose .*/g), ([command]) => command);
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands)
    expect(command).toMatch(
      /^docker compose -f tools\/release\/deploy\/compose\.yaml (-f \S+ )?--env-file wallet\.env /,
    );
  const names = readFileSync('tools/release/deploy/compose.yaml', 'utf8').matchAll(/\$\{(\w+):[?-]/g);
  const written = printed('docs/run.md', { mark: 'cat > wallet.env' });
  for (const [, name = ''] of names) expect(written).toContain(`\n${name}=`);
});

test('the files of deploy name what is built', () => {
  const dockerfile = readFileSync('tools/release/deploy/Dockerfile', 'utf8');
  for (const part of ['sdk', 'wallet', 'inspector', 'service'])
    expect(dockerfile).toContain(`/build/dist/${part} ${part}`);
  const caddy = readFileSync('tools/release/deploy/Caddyfile', 'utf8');
  expect(caddy).toContain('reverse_proxy wallet:4000');
  const compose = readFileSync('tools/release/deploy/compose.yaml', 'utf8');
  for (const name of ['WALLET_HOST', 'ISSUER_HOST']) {
    expect(caddy).toContain(`{$${name}}`);
    expect(compose).toContain(`\${${name}:?`);
  }
});

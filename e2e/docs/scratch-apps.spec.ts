import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { fillCard, passChallenge } from 'embeddable-wallet/testing';
import { test as base } from '../support/fixtures/stack-test.ts';
import { ChallengeBox } from '../support/pages/challenge-box.ts';
import { freePort } from '../support/stack/free-port.ts';
import { SECRET_KEY } from '../support/stack/stack.ts';
import { installScratchApps } from './scratch-folder.ts';

/** The tarball of `npm pack` in apps of many kinds: each is built, started, and paid in. */

type App = {
  readonly title: string;
  readonly folder: string;
  readonly build?: readonly string[];
  /** Default: the backend of the apps that are files. */
  readonly start?: (port: string) => readonly string[];
  readonly path?: string;
  /** Runs before the card is typed. */
  readonly before?: (page: Page) => Promise<void>;
  /** Runs while the bank asks. */
  readonly whileAsked?: (page: Page) => Promise<void>;
  /** Why it is known to fail. */
  readonly fault?: string;
  /** Runs once it is paid. */
  readonly after?: (page: Page) => Promise<void>;
};

/** What a press outside would close. */
const modalOf = (page: Page) => page.getByRole('dialog', { name: 'Checkout', exact: true });

const MODALS = ['radix', 'vaul', 'aria', 'headless', 'trap', 'bootstrap'].map(
  (library): App => ({
    title: `a modal of ${library}`,
    folder: 'modals',
    build: ['vite', 'build'],
    path: `/#${library}`,
    ...(library === 'vaul' && {
      fault: 'the drawer of vaul is gone once Pay is pressed, and the bank is not asked',
    }),
    async whileAsked(page) {
      const { close, goOn, stop, code } = new ChallengeBox(page);
      await close.click();
      await goOn.tap();
      await expect(stop).toBeHidden();
      await close.focus();
      await page.keyboard.press('Enter');
      await expect(stop).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(stop).toBeHidden();
      await code.click();
      await expect(code).toBeFocused();
    },
    after: (page) => expect(modalOf(page)).toBeVisible(),
  }),
);

const APPS: readonly App[] = [
  { title: 'a plain page', folder: 'plain' },
  {
    title: 'a plain page with zone.js, for the second time',
    folder: 'plain',
    path: '/zone.html',
    async before(page) {
      await page.frameLocator('iframe').getByLabel('Card number', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Again' }).click();
      await expect(page.locator('#heard')).toHaveText('ours');
    },
  },
  { title: 'a page with RequireJS', folder: 'requirejs' },
  { title: 'React in strict mode, by Vite', folder: 'react', build: ['vite', 'build'] },
  { title: 'Vue, by Vite', folder: 'vue', build: ['vite', 'build'] },
  {
    title: 'Next',
    folder: 'next',
    build: ['next', 'build'],
    start: (port) => ['node_modules/.bin/next', 'start', '--hostname', 'localhost', '--port', port],
    path: '/checkout',
  },
  ...MODALS,
];

const test = base.extend<object, { apps: string | undefined }>({
  apps: [
    async ({ stack }, use) => {
      const apps = installScratchApps(stack.serviceUrl);
      await use(apps);
      if (apps !== undefined) rmSync(apps, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const env = { ...process.env, SECRET_KEY, NEXT_TELEMETRY_DISABLED: '1' };

/** Builds it as its developer would, and gives the program that serves it. */
function start(app: App, { apps, port }: { apps: string; port: string }): ChildProcess {
  const cwd = join(apps, app.folder);
  const [tool = '', ...args] = app.build ?? [];
  if (tool) execFileSync(join(apps, 'node_modules/.bin', tool), args, { cwd, env, stdio: 'pipe' });
  const served = app.build ? 'dist' : '.';
  const [program = '', ...rest] = app.start?.(port) ?? ['backend.mjs', join(app.folder, served), port];
  const inApps = app.start ? join(apps, program) : program;
  return spawn(process.execPath, [inApps, ...rest], {
    cwd: app.start ? cwd : apps,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function pay(page: Page, address: string, { before, whileAsked, after }: App) {
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(address);
  await before?.(page);
  await fillCard(page, { number: '4242 4242 4242 4242', expiry: '12/34', code: '123', name: 'Ada Lovelace' });
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await new ChallengeBox(page).code.waitFor();
  await whileAsked?.(page);
  await passChallenge(page);
  await expect(page.getByRole('status')).toHaveText(/^(paid|Order paid\. Thank you\.)$/);
  await after?.(page);
  expect(faults).toEqual([]);
}

test('the tarball has doubles that a component is tested with in jsdom', { tag: '@prove' }, async ({
  apps,
}) => {
  test.info().skip(apps === undefined, 'needs the package registry: the apps could not be installed');
  const cwd = join(apps ?? '', 'component');
  const vitest = join(apps ?? '', 'node_modules/vitest/vitest.mjs');
  const said = execFileSync(process.execPath, [vitest, 'run'], { cwd, encoding: 'utf8', stdio: 'pipe' });
  expect(said).toMatch(/Tests .*3 passed/);
});

test.describe('the tarball', { tag: '@prove' }, () => {
  test.use({ hasTouch: true });
  test.setTimeout(180_000);
  for (const app of APPS) {
    test(`the tarball, installed and built, pays in ${app.title}`, async ({ page, apps }) => {
      const info = test.info();
      info.fixme(app.fault !== undefined, app.fault);
      info.skip(apps === undefined, 'needs the package registry: the apps could not be installed');
      const port = await freePort();
      const child = start(app, { apps: apps ?? '', port: String(port) });
      const address = `http://localhost:${port}${app.path ?? '/'}`;
      try {
        const status = () =>
          fetch(address).then(
            (answer) => answer.status,
            () => 0,
          );
        await expect.poll(status, { timeout: 60_000 }).toBe(200);
        await pay(page, address, app);
      } finally {
        child.kill();
      }
    });
  }
});

import { test as base, expect, type Frame, type Page } from '@playwright/test';
import { runnerImport } from 'vite';
import {
  forcedColourFaults,
  layoutFaults,
  mirrorFaults,
  motionFaults,
} from '../../support/measures/layout-faults.ts';
import { violationsIn } from '../../support/measures/violations.ts';

/** Every state of both views, looked at for its layout; none of this is in a build. */

type GalleryServer = typeof import('../../../src/wallet/build/serve-gallery.ts');

const test = base.extend<object, { gallery: string }>({
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const { module } = await runnerImport<GalleryServer>('src/wallet/build/serve-gallery.ts', {
        configFile: false,
        logLevel: 'error',
      });
      const server = await module.serveGallery(0);
      await use(server.resolvedUrls?.local[0] ?? '');
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

type Look = {
  readonly locale: string;
  readonly theme: string;
  readonly width: number;
  readonly labels?: string;
  readonly motion?: string;
};

async function openGallery(page: Page, url: string, look: Look): Promise<Frame[]> {
  const parameters = new URLSearchParams(Object.entries(look).map(([name, value]) => [name, String(value)]));
  await page.goto(`${url}?${parameters}`);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'shown', { timeout: 30_000 });
  await page.evaluate(() => document.fonts.ready);
  return page.frames().filter((frame) => frame !== page.mainFrame());
}

async function faultsIn(frames: readonly Frame[], find: () => string[]): Promise<string[]> {
  const found = await Promise.all(
    frames.map(async (frame) => (await frame.evaluate(find)).map((fault) => `${frame.name()}: ${fault}`)),
  );
  return found.flat();
}

const everyone = ['en', 'de', 'ja', 'ar', 'en-XA'];

for (const locale of everyone) {
  // The longest texts tell most of what the rest would.
  const tag = locale === 'en-XA' ? [] : '@prove';
  test(`at 320 px in ${locale} no text is cut or covered, and every target can be hit`, { tag }, async ({
    page,
    gallery,
  }) => {
    const frames = await openGallery(page, gallery, { locale, theme: 'light', width: 320 });
    expect(frames.length).toBeGreaterThan(40);
    expect(await faultsIn(frames, layoutFaults)).toEqual([]);
  });
}

test('floating labels leave every text room at 320 px', { tag: '@prove' }, async ({ page, gallery }) => {
  const look = { locale: 'de', theme: 'light', width: 320, labels: 'floating' };
  expect(await faultsIn(await openGallery(page, gallery, look), layoutFaults)).toEqual([]);
});

test('from right to left everything but the digits is mirrored', { tag: '@prove' }, async ({
  page,
  gallery,
}) => {
  const frames = await openGallery(page, gallery, { locale: 'ar', theme: 'light', width: 440 });
  expect(await faultsIn(frames, mirrorFaults)).toEqual([]);
});

type Scheme = 'light' | 'dark';
type Ground = { readonly scheme: Scheme; readonly page: Scheme; readonly forced: 'active' | 'none' };
const light: Ground = { scheme: 'light', page: 'light', forced: 'none' };
const dark: Ground = { scheme: 'dark', page: 'dark', forced: 'none' };
const lightOnDark: Ground = { scheme: 'light', page: 'dark', forced: 'none' };
const darkOnLight: Ground = { scheme: 'dark', page: 'light', forced: 'none' };
const forced: Ground = { scheme: 'light', page: 'light', forced: 'active' };

/** The theme of the standing gallery, without drawing it anew; the frames get the ground that shows through them. */
async function paint(page: Page, frames: readonly Frame[], { forced: forcedColors, ...themes }: Ground) {
  await page.emulateMedia({ forcedColors });
  await page.evaluate((theme) => {
    document.documentElement.dataset['theme'] = theme;
  }, themes.page);
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  for (const frame of frames)
    await frame.evaluate(
      ([{ scheme, page }, color]) => {
        Object.assign(document.documentElement.dataset, { theme: scheme, page });
        document.documentElement.style.background = color;
      },
      [themes, ground] as const,
    );
}

/** Another ground changes colours alone, so all other rules are asked on the first one only. */
for (const { locale, labels, grounds } of [
  { locale: 'en', labels: 'above', grounds: [light, dark, lightOnDark, darkOnLight, forced] },
  { locale: 'ar', labels: 'above', grounds: [dark, light, forced] },
  { locale: 'de', labels: 'floating', grounds: [light, dark, forced] },
  { locale: 'ja', labels: 'above', grounds: [light, dark, forced] },
  { locale: 'ar', labels: 'floating', grounds: [dark, light, forced] },
]) {
  const themes = grounds
    .map(({ scheme, page, forced }) => {
      if (forced === 'active') return 'forced colours';
      return scheme === page ? scheme : `${scheme} on a ${page} page`;
    })
    .join(', ');
  test(`axe finds nothing in any state, ${locale}, ${themes}, labels ${labels}`, { tag: '@prove' }, async ({
    page,
    gallery,
  }) => {
    test.slow();
    const frames = await openGallery(page, gallery, { locale, theme: 'light', width: 440, labels });
    for (const ground of grounds) {
      await paint(page, frames, ground);
      const rules = ground === grounds[0] ? undefined : ['color-contrast'];
      expect(await violationsIn(frames, rules), JSON.stringify(ground)).toEqual([]);
    }
  });
}

test('texts of twice the size leave no text cut or covered', { tag: '@prove' }, async ({ page, gallery }) => {
  const frames = await openGallery(page, gallery, { locale: 'de', theme: 'light', width: 440 });
  for (const frame of frames)
    await frame.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
  expect(await faultsIn(frames, layoutFaults)).toEqual([]);
});

test('in forced colours busy, waiting and expiring states are still visible', { tag: '@prove' }, async ({
  page,
  gallery,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const frames = await openGallery(page, gallery, { locale: 'en', theme: 'light', width: 440 });
  expect(await faultsIn(frames, forcedColourFaults)).toEqual([]);
});

test('nothing moves with reduced motion', { tag: '@prove' }, async ({ page, gallery }) => {
  const look = { locale: 'en', theme: 'light', width: 440, motion: 'running' };
  const moving = await openGallery(page, gallery, look);
  expect((await faultsIn(moving, motionFaults)).length).toBeGreaterThan(10);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await faultsIn(moving, motionFaults)).toEqual([]);
});

import { test as base, expect, type Frame, type Page } from '@playwright/test';
import { runnerImport } from 'vite';
import { layoutFaults, mirrorFaults } from './layout-faults.ts';
import { violationsOn } from './violations.ts';

/** Every state of both views, looked at for its layout; none of this is in a build. */

type GalleryServer = typeof import('../src/wallet/build/gallery-server.ts');

const test = base.extend<object, { gallery: string }>({
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const { module } = await runnerImport<GalleryServer>('src/wallet/build/gallery-server.ts', {
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
  test(`at 320 px in ${locale} no text is cut or covered, and every target can be hit`, async ({
    page,
    gallery,
  }) => {
    const frames = await openGallery(page, gallery, { locale, theme: 'light', width: 320 });
    expect(frames.length).toBeGreaterThan(40);
    expect(await faultsIn(frames, layoutFaults)).toEqual([]);
  });
}

test('floating labels leave every text room at 320 px', async ({ page, gallery }) => {
  const look = { locale: 'de', theme: 'light', width: 320, labels: 'floating' };
  expect(await faultsIn(await openGallery(page, gallery, look), layoutFaults)).toEqual([]);
});

test('from right to left all is mirrored but the digits', async ({ page, gallery }) => {
  const frames = await openGallery(page, gallery, { locale: 'ar', theme: 'light', width: 440 });
  expect(await faultsIn(frames, mirrorFaults)).toEqual([]);
});

for (const [locale, theme] of [
  ['en', 'light'],
  ['ar', 'dark'],
] as const) {
  test(`axe finds nothing in any state, ${locale}, ${theme}`, async ({ page, gallery }) => {
    test.slow();
    await openGallery(page, gallery, { locale, theme, width: 440 });
    // The frames side by side repeat each other's landmarks, which a shop's page with its one frame does not.
    const found = (await violationsOn(page)).filter((fault) => !fault.startsWith('landmark-unique'));
    expect(found).toEqual([]);
  });
}

import { readdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { type WalletFrameOptions, walletFrame } from 'embeddable-wallet/server';
import { test } from '../../support/fixtures/stack-test.ts';
import { WalletFrame } from '../../support/pages/wallet-frame.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { serve } from '../../support/stack/page-server.ts';
import { newSession } from '../../support/stack/service-client.ts';
import { MERCHANT_ID, PUBLISHABLE_KEY, type Stack } from '../../support/stack/stack.ts';

/** The frame of a page's HTML is what the wallet is at rest: as high, in the same colours, on a page that does not move. */

declare global {
  /** The frame of the page's HTML. */
  var written: Element | null;
  /** Sum of the page's layout shifts so far. */
  var moved: number;
}

const LIMIT = 0.01;
/** CSS pixels that the frame's height may change by: lines of other languages are a little higher. */
const HEIGHT = 8;

type Look = {
  readonly settings?: Partial<WalletFrameOptions['settings']>;
  readonly pageTheme?: 'light' | 'dark' | 'auto';
  /** Default: a guest. */
  readonly shopper?: string;
};

const schemes = { light: 'light', dark: 'dark', auto: 'light dark' };

/** A shop with one page for each look, whose script waits for `release`. */
async function serveLooks(page: Page, { stack, looks }: { stack: Stack; looks: Record<string, Look> }) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const pages = new Map<string, string>();
  for (const [name, { settings, pageTheme = 'light', shopper }] of Object.entries(looks)) {
    const whose = shopper === undefined ? {} : { externalID: shopper };
    const { refreshToken, hint } = await newSession(stack.serviceUrl, {
      merchant_id: `${MERCHANT_ID}`,
      ...whose,
    });
    const wanted = { merchant_id: MERCHANT_ID, view: 'CHECKOUT', ...settings } as const;
    const from = { baseUrl: stack.serviceUrl, publishableKey: PUBLISHABLE_KEY, origin, hint, pageTheme };
    const frame = walletFrame({ ...from, settings: wanted });
    pages.set(
      `/${name}`,
      `<!doctype html><html lang="en" style="color-scheme:${schemes[pageTheme]}"><head><title>Checkout</title></head>
      <body><h1>Checkout</h1><div id="wallet">${frame}</div><button type="button">Pay €48.50</button><script>
        written = document.querySelector('iframe');
        moved = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) moved += value;
        }).observe({ type: 'layout-shift', buffered: true });
      </script>
      <script async src="${stack.serviceUrl}/sdk/sdk.js" crossorigin="anonymous" id="sdk"></script><script>
        const start = () => {
          sdk.auth.connect({ publishableKey: '${PUBLISHABLE_KEY}', refreshToken: '${refreshToken}', hint: '${hint}' });
          sdk.wallet.init(JSON.parse(written.dataset.settings), { currency: 'EUR', amount: '48.50' });
        };
        if (window.sdk) start(); else document.getElementById('sdk').onload = start;
      </script></body></html>`,
    );
  }
  const server = await serve(port, (path) => ['text/html; charset=utf-8', pages.get(path) ?? '']);
  page.once('close', () => server.close());
  let release = () => {};
  let released = Promise.resolve();
  await page.route('**/sdk/sdk.js', async (route) => {
    await released;
    await route.continue();
  });
  const open = (name: string) => {
    released = new Promise<void>((done) => {
      release = done;
    });
    return page.goto(`${origin}/${name}`, { waitUntil: 'commit' });
  };
  return { open, release: () => release() };
}

/** What a shopper sees of the frame: its height, and its colours and shapes. */
async function picture({ frame }: WalletFrame) {
  const height = await frame.owner().evaluate((element) => element.getBoundingClientRect().height);
  const look = await frame.locator('#wallet').evaluate((wallet) => {
    const of = (selector: string, names: readonly string[]) => {
      const element = selector ? wallet.querySelector(selector) : wallet;
      return element && names.map((name) => getComputedStyle(element).getPropertyValue(name));
    };
    return [
      document.documentElement.dir,
      of('', ['color', 'background-color', 'color-scheme', 'font-family', 'font-size']),
      of('input[autocomplete=cc-number]', ['color', 'background-color', 'border-radius', 'border-color']),
      of('label', ['color', 'font-size']),
    ];
  });
  return { height, look };
}

async function faultsOf(page: Page, { stack, looks }: { stack: Stack; looks: Record<string, Look> }) {
  const { open, release } = await serveLooks(page, { stack, looks });
  const faults: Record<string, unknown> = {};
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  for (const name of Object.keys(looks)) {
    told.length = 0;
    await open(name);
    const wallet = new WalletFrame(page);
    await wallet.frame.locator('#wallet > *').first().waitFor();
    const before = await picture(wallet);
    release();
    await wallet.settled.waitFor({ state: 'attached' });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))));
    const after = await picture(wallet);
    const moved = await page.evaluate(() => globalThis.moved);
    const isWritten = await page.evaluate(() => document.querySelector('iframe') === globalThis.written);
    const isSame = JSON.stringify(before.look) === JSON.stringify(after.look);
    const isStill = moved <= LIMIT && Math.abs(after.height - before.height) <= HEIGHT;
    if (!isWritten || !isSame || !isStill || told.length > 0)
      faults[name] = { before, after, moved, isWritten, told };
  }
  return faults;
}

const LOOKS: Record<string, Look> = {
  light: {},
  'dark-from-right': { pageTheme: 'dark', settings: { locale: 'ar' } },
  'following-the-device': { pageTheme: 'auto' },
  'dark-on-a-page-that-follows-the-device': {
    pageTheme: 'auto',
    settings: { appearance: { theme: 'dark' } },
  },
  'floating-with-buttons': { settings: { appearance: { labels: 'floating' }, express: ['googlepay'] } },
  coloured: {
    settings: {
      appearance: { variables: { colorAccent: '#b3005e', radius: '2px', colorBackground: '#fff4e6' } },
    },
  },
  'tabs-of-a-user': { shopper: 'at rest', settings: { layout: 'tabs' } },
  cards: { shopper: 'at rest', settings: { view: 'MANAGE' } },
};

test('the frame of the HTML has the height and the colours of the wallet at rest, in every look', async ({
  page,
  stack,
}) => {
  test.slow();
  expect(await faultsOf(page, { stack, looks: LOOKS })).toEqual({});
});

test('the frame of the HTML has the height of the wallet at rest, in every language', {
  tag: '@prove',
}, async ({ page, stack }) => {
  test.setTimeout(600_000);
  const tags = readdirSync('src/wallet/i18n/locales').map((file) => file.replace('.json', ''));
  const looks = Object.fromEntries(tags.map((locale) => [locale, { settings: { locale } } as Look]));
  expect(Object.keys(looks).length).toBeGreaterThanOrEqual(46);
  expect(await faultsOf(page, { stack, looks })).toEqual({});
});

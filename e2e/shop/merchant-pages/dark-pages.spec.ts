import { expect, type Locator, type Page } from '@playwright/test';
import { build } from 'vite';
import { test } from '../../support/fixtures/stack-test.ts';
import { contrast, type Pixel, pixelOf, pixelsAt } from '../../support/measures/pixels.ts';
import { openMerchantPage } from '../../support/pages/merchant-page.ts';
import { WalletFrame } from '../../support/pages/wallet-frame.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { serve } from '../../support/stack/page-server.ts';
import { refreshToken } from '../../support/stack/service-client.ts';
import { MERCHANT_ID, PUBLISHABLE_KEY } from '../../support/stack/stack.ts';
import { PAGE_LOOKS, type PageLook, PLACE } from './page-looks.ts';

/** The wallet on pages that are dark or become so, by the pixels of the window. */

/** Under tabs the form stands on the page's ground. */
const BEGIN = "settings.layout = 'tabs'; return begin();";

const colorOf = (text: Locator): Promise<Pixel> =>
  text.evaluate((element) => getComputedStyle(element).color).then(pixelOf);

/** The wallet's ground beside a label, and the page's beside the frame. */
async function groundsOf(page: Page, wallet: WalletFrame): Promise<readonly [Pixel, Pixel]> {
  const frame = await wallet.frame.owner().boundingBox();
  const label = await wallet.frame.getByText('Name on card', { exact: true }).boundingBox();
  if (!frame || !label) throw new Error('found no wallet in view');
  const y = Math.round(label.y + label.height / 2);
  const [inside = [0, 0, 0], outside = [0, 0, 0]] = await pixelsAt(page, [
    [Math.round(frame.x + frame.width - 40), y],
    [Math.round(frame.x - 20), y],
  ]);
  return [inside, outside];
}

/** The least contrast of label, hint and error with the ground that the window shows; 0 for a ground that is not the page's. */
async function leastContrast(page: Page, wallet: WalletFrame, tolerance: number): Promise<number> {
  const texts = [
    wallet.frame.getByText('Name on card', { exact: true }),
    wallet.frame.locator('.field-hint').first(),
    wallet.frame.locator('.field-error').first(),
  ];
  const colors = await Promise.all(texts.map(colorOf));
  const [inside, outside] = await groundsOf(page, wallet);
  const isBox = inside.some((part, index) => Math.abs(part - (outside[index] ?? 0)) > tolerance);
  return isBox ? 0 : Math.min(...colors.map((color) => contrast(color, inside)));
}

async function put(page: Page, { css = '', attributes = {}, device = 'light' }: PageLook): Promise<void> {
  await page.emulateMedia({ colorScheme: device, reducedMotion: 'reduce' });
  await page.evaluate(
    ([rules, given]) => {
      const { documentElement: root } = document;
      for (const name of ['class', 'style', 'data-bs-theme']) root.removeAttribute(name);
      for (const [name, value] of Object.entries(given)) root.setAttribute(name, value);
      const sheet = document.querySelector('#look');
      if (sheet) sheet.textContent = rules;
    },
    [css, attributes] as const,
  );
}

test('the wallet is readable and no box on forty pages, while one becomes the other', async ({
  page,
  stack,
}) => {
  test.setTimeout(300_000);
  expect(Object.keys(PAGE_LOOKS)).toHaveLength(40);
  const run = await openMerchantPage(page, stack, { isGuest: true, body: PLACE });
  await run(BEGIN);
  const wallet = new WalletFrame(page);
  await wallet.settled.waitFor();
  await wallet.holderName.fill('4242');
  await wallet.cardNumber.focus();
  for (const [name, look] of Object.entries(PAGE_LOOKS)) {
    await put(page, look);
    // A gradient is another colour at each point.
    const tolerance = look.css?.includes('gradient') ? 40 : 3;
    await expect.poll(() => leastContrast(page, wallet, tolerance), name).toBeGreaterThanOrEqual(4.5);
  }
});

test('a theme of the page is no box, and another theme is one until the page has it too', async ({
  page,
  stack,
}) => {
  const run = await openMerchantPage(page, stack, { isGuest: true, body: PLACE });
  await run(`settings.appearance = { theme: 'dark' }; ${BEGIN}`);
  const wallet = new WalletFrame(page);
  await wallet.settled.waitFor();
  await put(page, { css: '.column { padding: 60px }' });
  const isBox = async () => `${await groundsOf(page, wallet)}`;
  await expect.poll(isBox).toBe('20,25,31,255,255,255');
  await put(page, { css: '.column { padding: 60px } body { background: #222 }' });
  await expect.poll(isBox).toBe('34,34,34,34,34,34');
});

/** How pages turn dark, each in a page that is light before. */
const TURNS: Readonly<Record<string, string>> = {
  'a style of the root': "document.documentElement.style.colorScheme = 'dark'",
  'a class of the body': "document.body.className = 'night'",
  'an attribute of something else': "document.querySelector('main').toggleAttribute('data-night')",
  'a sheet that is adopted':
    "const sheet = new CSSStyleSheet(); sheet.replaceSync('body { background: #111 }'); document.adoptedStyleSheets = [sheet]",
  'a rule that is inserted': "document.querySelector('#look').sheet.insertRule('main { background: #111 }')",
  'the color-scheme of a parent':
    "document.querySelector('.card').style.cssText = 'color-scheme: dark; background: Canvas'",
  'a transition': "document.body.style.cssText = 'transition: background 400ms; background: #111'",
};

const NIGHT =
  ':root { color-scheme: light dark } .column { padding: 60px } body { background: Canvas } body.night, body:has([data-night]) { background: #111 }';

/** Waits until the wallet shows what is beside it, with text that is readable there. */
async function expectAtHome(page: Page, wallet: WalletFrame, what: string): Promise<void> {
  const label = wallet.frame.getByText('Name on card', { exact: true });
  const look = async () => {
    const [inside, outside] = await groundsOf(page, wallet);
    return { isBox: `${inside}` !== `${outside}`, isReadable: contrast(await colorOf(label), inside) >= 4.5 };
  };
  await expect.poll(look, what).toEqual({ isBox: false, isReadable: true });
}

test('script tag: the wallet turns dark with the page, by whatever way, and is never a box on the way', async ({
  page,
  stack,
}) => {
  const run = await openMerchantPage(page, stack, { isGuest: true, body: PLACE });
  await put(page, { css: NIGHT });
  await run(BEGIN);
  const wallet = new WalletFrame(page);
  await wallet.settled.waitFor();
  for (const [what, turn] of Object.entries(TURNS)) {
    await expectAtHome(page, wallet, `before ${what}`);
    await page.evaluate(turn);
    // In the very next picture, before the frame can know.
    const [inside, outside] = await groundsOf(page, wallet);
    if (what !== 'a transition') expect(inside, what).toEqual(outside);
    await expectAtHome(page, wallet, what);
    await page.evaluate(`
      document.body.removeAttribute('style'); document.body.removeAttribute('class'); document.adoptedStyleSheets = [];
      document.querySelector('.card').removeAttribute('style'); document.querySelector('main').removeAttribute('data-night');`);
    await put(page, { css: NIGHT });
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAtHome(page, wallet, 'a dark device');
});

/** A page that bundles this program of the package. */
async function openBundle(page: Page, program: string): Promise<void> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? `${process.cwd()}/e2e/program.js` : null),
        load: (id) => (id.endsWith('/e2e/program.js') ? program : null),
      },
    ],
    build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input: 'program' } },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const chunk = outputs.find((output) => output.type === 'chunk');
  const port = await freePort();
  const html = `<!doctype html><title>Shop</title><style id="look">${NIGHT}</style><body><main><section class="card">
    <div class="column" id="root"></div></section></main><script type="module" src="/program.js"></script>`;
  const server = await serve(port, (path) =>
    path === '/program.js' ? ['text/javascript', chunk?.code ?? ''] : ['text/html; charset=utf-8', html],
  );
  page.once('close', () => server.close());
  await page.goto(`http://localhost:${port}/`);
}

test('element: the wallet turns dark with the page', async ({ page, stack }) => {
  const token = await refreshToken(stack.serviceUrl);
  await openBundle(
    page,
    `import { WalletCheckoutElement } from 'embeddable-wallet/element';
    WalletCheckoutElement.baseUrl = '${stack.serviceUrl}';
    document.querySelector('#root').innerHTML = '<wallet-checkout publishable-key="${PUBLISHABLE_KEY}" merchant-id="${MERCHANT_ID}" amount="48.50" currency="EUR" layout="tabs"></wallet-checkout>';
    document.querySelector('wallet-checkout').refreshToken = '${token}';`,
  );
  const wallet = new WalletFrame(page);
  await wallet.settled.waitFor();
  await expectAtHome(page, wallet, 'light');
  await page.evaluate("document.body.className = 'night'");
  await expectAtHome(page, wallet, 'dark');
});

for (const theme of ['dark', 'auto'])
  test(`React: no box stays where a parent's effect makes the page dark, theme ${theme}`, async ({
    page,
    stack,
  }) => {
    const token = await refreshToken(stack.serviceUrl);
    await openBundle(
      page,
      `import { createElement, useEffect, useState } from 'react';
      import { createRoot } from 'react-dom/client';
      import { Wallet, WalletProvider } from 'embeddable-wallet/react';
      function App() {
        const [theme, setTheme] = useState('${theme}');
        globalThis.setTheme = setTheme;
        useEffect(() => { document.documentElement.style.colorScheme = theme === 'light' ? 'light' : 'dark'; }, [theme]);
        return createElement(WalletProvider, { publishableKey: '${PUBLISHABLE_KEY}', baseUrl: '${stack.serviceUrl}', refreshToken: '${token}' },
          createElement(Wallet, { merchant_id: ${MERCHANT_ID}, view: 'CHECKOUT', layout: 'tabs', appearance: { theme }, payment_details: { amount: '48.50', currency: 'EUR' } }));
      }
      createRoot(document.querySelector('#root')).render(createElement(App));`,
    );
    const wallet = new WalletFrame(page);
    await wallet.settled.waitFor();
    await expectAtHome(page, wallet, 'dark');
    await page.evaluate("setTheme('light')");
    await expectAtHome(page, wallet, 'light');
  });

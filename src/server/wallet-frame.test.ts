import { expect, test } from 'vitest';
import { WALLET_FRAME_STYLE, walletFrame } from './wallet-frame.ts';

const options = {
  baseUrl: 'https://wallet.example/',
  publishableKey: 'pk_1',
  origin: 'https://shop.example',
  settings: { merchant_id: 1001, view: 'CHECKOUT' },
} as const;

function attributesOf(html: string) {
  const pairs = [...html.matchAll(/ ([a-z-]+)='([^'<>]*)'/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  return Object.fromEntries(pairs);
}

test('walletFrame writes the frame that init of the same settings asks for', () => {
  expect(walletFrame(options)).toMatch(/^<iframe( [a-z-]+='[^'<>]*')+><\/iframe>$/);
  const { src, ...others } = attributesOf(walletFrame(options));
  expect(others).toEqual({
    title: 'Payment method',
    lang: 'en',
    allow: 'payment',
    referrerpolicy: 'strict-origin',
    height: '314',
    'data-settings': '{"merchant_id":1001,"view":"CHECKOUT"}',
    style: `${WALLET_FRAME_STYLE};color-scheme:light`,
  });
  const query = 'key=pk_1&amp;merchant=1001&amp;locale=en&amp;origin=https%3A%2F%2Fshop.example';
  const shown = 'view=CHECKOUT&amp;theme=light&amp;page=light';
  expect(src).toBe(`https://wallet.example/wallet/frame?${query}#${shown}`);
});

test('walletFrame is as high as the wallet will be, by the hint', () => {
  expect(attributesOf(walletFrame({ ...options, hint: 'guest' })).height).toBe('270');
  expect(attributesOf(walletFrame({ ...options, hint: '2.paypal' })).height).toBe('253');
});

test('walletFrame leaves the styles to the page where its policy refuses them', () => {
  const frame = attributesOf(walletFrame({ ...options, styles: 'none' }));
  expect(frame).not.toHaveProperty('style');
  expect(frame).toMatchObject({ width: '100%', frameborder: '0' });
});

test('walletFrame writes nothing but one frame, whatever it is given', () => {
  const layout = `'"><script>alert(1)</script>`;
  const settings = JSON.parse(JSON.stringify({ ...options.settings, layout, locale: layout }));
  const html = walletFrame({ ...options, publishableKey: layout, settings, hint: layout });
  expect(html).toMatch(/^<iframe( [a-z-]+='[^'<>]*')+><\/iframe>$/);
});

test('walletFrame refuses a baseUrl that is none', () => {
  expect(() => walletFrame({ ...options, baseUrl: 'wallet.example' })).toThrow(
    'walletFrame: found "wallet.example" as baseUrl, wanted an absolute URL',
  );
});

test.each([
  'shop.example',
  'https://shop.example/checkout',
  'https://shop.example/?cart',
  'https://me@shop.example',
  'file:///checkout.html',
])('walletFrame refuses %s as origin, which the service would', (origin) => {
  expect(() => walletFrame({ ...options, origin })).toThrow(
    `walletFrame: found "${origin}" as origin, wanted one such as "https://shop.example"`,
  );
});

test('walletFrame takes an origin as the browser writes it, or with a slash or capitals', () => {
  for (const origin of ['https://shop.example', 'https://shop.example/', 'HTTPS://Shop.example'])
    expect(attributesOf(walletFrame({ ...options, origin })).src).toContain('=https%3A%2F%2Fshop.example#');
});

test.each([
  [{}, 'dark', ';color-scheme:dark'],
  [{ appearance: { theme: 'dark' } }, 'light', ';color-scheme:dark'],
  [{}, 'auto', ''],
] as const)('walletFrame of %j on a page that is %s ends its style with "%s"', (look, pageTheme, end) => {
  const settings = { ...options.settings, ...look };
  const { style } = attributesOf(walletFrame({ ...options, settings, pageTheme }));
  expect(style).toBe(WALLET_FRAME_STYLE + end);
});

test('walletFrame gives the page the settings that it was given', () => {
  const settings = {
    ...options.settings,
    locale: 'de' as const,
    appearance: { variables: { fontFamily: `"Inter", 'O&P'` } },
  };
  const written = attributesOf(walletFrame({ ...options, settings }))['data-settings'] ?? '';
  const text = written.replace(/&#39;/g, "'").replace(/&amp;/g, '&');
  expect(JSON.parse(text)).toEqual(settings);
});

import { expect, test } from 'vitest';
import { WALLET_FRAME_STYLE, walletFrame } from './wallet-frame.ts';

const options = {
  baseUrl: 'https://wallet.example/',
  publishableKey: 'pk_1',
  origin: 'https://shop.example',
  settings: { merchant_id: 1001, view: 'CHECKOUT' },
} as const;

function attributesOf(html: string) {
  const pairs = [...html.matchAll(/ ([a-z]+)="([^"<>]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  return Object.fromEntries(pairs);
}

test('walletFrame writes the frame that init of the same settings asks for', () => {
  expect(walletFrame(options)).toMatch(/^<iframe( [a-z]+="[^"<>]*")+><\/iframe>$/);
  const { src, ...others } = attributesOf(walletFrame(options));
  expect(others).toEqual({
    title: 'Payment method',
    lang: 'en',
    allow: 'payment',
    referrerpolicy: 'strict-origin',
    width: '100%',
    height: '314',
    frameborder: '0',
    style: WALLET_FRAME_STYLE,
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
  expect(walletFrame({ ...options, styles: 'none' })).not.toContain('style=');
});

test('walletFrame writes nothing but one frame, whatever it is given', () => {
  const layout = '"><script>alert(1)</script>';
  const settings = JSON.parse(JSON.stringify({ ...options.settings, layout, locale: layout }));
  const html = walletFrame({ ...options, publishableKey: layout, settings, hint: layout });
  expect(html).toMatch(/^<iframe( [a-z]+="[^"<>]*")+><\/iframe>$/);
});

test.each(['baseUrl', 'origin'])('walletFrame refuses a %s that is none', (name) => {
  expect(() => walletFrame({ ...options, [name]: 'shop.example' })).toThrow(
    `walletFrame: found "shop.example" as ${name}, wanted an absolute URL`,
  );
});

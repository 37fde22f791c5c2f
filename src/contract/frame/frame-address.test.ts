import { expect, test } from 'vitest';
import { firstPaintSettingsOf, frameAddress } from './frame-address.ts';

const asked = {
  baseUrl: 'https://wallet.example',
  publishableKey: 'pk_1',
  merchantId: 1001,
  locale: 'de',
  origin: 'https://shop.example',
  hints: firstPaintSettingsOf({ view: 'CHECKOUT' }, 'light'),
  hint: '',
};

function parametersOf(address: string) {
  const { origin, pathname, searchParams, hash } = new URL(address);
  const fragment = new URLSearchParams(hash.slice(1));
  return {
    page: origin + pathname,
    query: Object.fromEntries(searchParams),
    shown: Object.fromEntries(fragment),
  };
}

test('frameAddress says in its query what the service must know, in its fragment what the first paint shows', () => {
  expect(parametersOf(frameAddress(asked))).toEqual({
    page: 'https://wallet.example/wallet/frame',
    query: { key: 'pk_1', merchant: '1001', locale: 'de', origin: 'https://shop.example' },
    shown: {
      view: 'CHECKOUT',
      theme: 'light',
      page: 'light',
    },
  });
});

test('frameAddress says where the page stands in a frame itself', () => {
  expect(parametersOf(frameAddress({ ...asked, nested: true })).query).toMatchObject({ nested: '1' });
});

test('frameAddress ends with the number of saved methods, where there are some', () => {
  expect(frameAddress({ ...asked, hint: '2.paypal' })).toMatch(/&rows=2$/);
  expect(frameAddress({ ...asked, hint: 'guest.paypal' })).not.toContain('rows');
});

test('frameAddress keeps what is written in a parameter in it', () => {
  const hints = firstPaintSettingsOf({ view: 'CHECKOUT', layout: 'tabs&rows=9#"<b>' }, 'light');
  const { query, shown } = parametersOf(frameAddress({ ...asked, locale: 'de&merchant=2', hints }));
  expect(query['locale']).toBe('de&merchant=2');
  expect(shown).toMatchObject({ layout: 'tabs&rows=9#"<b>' });
  expect(shown).not.toHaveProperty('rows');
});

test('firstPaintSettingsOf takes what of the settings the first paint shows', () => {
  const places = { layout: 'tabs', express: ['applepay', 'googlepay'] };
  const variables = { colorText: '#123456', lineHeight: 1.5 };
  const appearance = { theme: 'dark', labels: 'floating', variables };
  const hints = firstPaintSettingsOf({ view: 'MANAGE', ...places, appearance }, 'light');
  expect(hints).toEqual({
    view: 'MANAGE',
    ...places,
    theme: 'dark',
    labels: 'floating',
    page: 'light',
    variables: JSON.stringify(variables),
  });
});

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['auto', 'light'],
  ['sepia', 'light'],
  [undefined, 'light'],
])('firstPaintSettingsOf on a light page takes a theme %s for %s, the frame judges it', (theme, shown) => {
  expect(firstPaintSettingsOf({ view: 'CHECKOUT', appearance: { theme } }, 'light').theme).toBe(shown);
});

test.each([undefined, null, 'dark', 7])(
  'firstPaintSettingsOf takes %s as appearance for the default',
  (appearance) => {
    const address = frameAddress({ ...asked, hints: firstPaintSettingsOf({ appearance }, 'light') });
    expect(parametersOf(address).shown).toEqual({ theme: 'light', page: 'light' });
  },
);

test.each([undefined, null, ''])('firstPaintSettingsOf takes variables of %s for none', (variables) => {
  expect(firstPaintSettingsOf({ appearance: { variables } }, 'light').variables).toBeUndefined();
});

test('frameAddress keeps spaces, commas, quotes and plus signs of a variable', () => {
  const variables = { fontFamily: 'Inter, "Open Sans" + serif' };
  const hints = firstPaintSettingsOf({ appearance: { variables } }, 'light');
  const { shown } = parametersOf(frameAddress({ ...asked, hints }));
  expect(JSON.parse(shown['variables'] ?? '')).toEqual(variables);
});

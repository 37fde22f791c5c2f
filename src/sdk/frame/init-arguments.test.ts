import { expect, test } from 'vitest';
import { parse } from '../../contract/forms/schema.ts';
import { InitArguments } from '../../contract/forms/settings.ts';
import { readInitArguments } from './init-arguments.ts';

const settings = { merchant_id: 1001, view: 'CHECKOUT' };
const payment_details = { currency: 'USD', amount: '10.00' };

const accepted: [string, unknown, unknown][] = [
  ['CHECKOUT with details', settings, payment_details],
  ['MANAGE without details', { merchant_id: 1, view: 'MANAGE' }, undefined],
  ['MANAGE with details', { merchant_id: 1, view: 'MANAGE' }, payment_details],
  ['a regional locale', { ...settings, locale: 'pt-BR' }, payment_details],
  ['an appearance', { ...settings, appearance: { theme: 'dark' } }, payment_details],
];

/** What of it goes to the frame. */
const argumentsOf = ({ settings, payment_details }: ReturnType<typeof readInitArguments>) => ({
  settings,
  payment_details,
});

test.each(accepted)('readInitArguments takes %s, as the schema does, in both forms', (_, first, second) => {
  const apart = readInitArguments(first, second);
  const together = readInitArguments({ settings: first, payment_details: second }, undefined);
  expect(together).toEqual(apart);
  expect(parse(InitArguments, argumentsOf(apart))).toMatchObject({ isRight: true });
});

const refused: [string, unknown, unknown][] = [
  ['settings', undefined, undefined],
  ['settings', null, payment_details],
  ['settings', 'CHECKOUT', payment_details],
  ['merchant_id', { view: 'CHECKOUT' }, payment_details],
  ['merchant_id', { ...settings, merchant_id: '1001' }, payment_details],
  ['merchant_id', { ...settings, merchant_id: 0 }, payment_details],
  ['merchant_id', { ...settings, merchant_id: 1.5 }, payment_details],
  ['merchant_id', { ...settings, merchant_id: Number.NaN }, payment_details],
  ['view', { merchant_id: 1001 }, payment_details],
  ['view', { ...settings, view: 'checkout' }, payment_details],
  ['view', { ...settings, view: 'CHEKOUT' }, payment_details],
  ['locale', { ...settings, locale: 'english!' }, payment_details],
  ['locale', { ...settings, locale: 1 }, payment_details],
  ['payment_details', settings, undefined],
  ['payment_details', settings, null],
  ['payment_details', settings, '10.00'],
];

test.each(refused)(
  'readInitArguments names %s of %j, %j, which the schema refuses too',
  (param, first, second) => {
    expect(() => readInitArguments(first, second)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', param }),
    );
    const faults: string[] = [];
    InitArguments.read({ settings: first, payment_details: second }, ({ path }) =>
      faults.push(path.join('.')),
    );
    expect(faults).toContain(
      param === 'settings' || param === 'payment_details' ? param : `settings.${param}`,
    );
  },
);

test('readInitArguments copies what it was given: a proxy can cross to the frame, a later change cannot', () => {
  const metadata = { basket: 7 };
  const read = readInitArguments(settings, new Proxy({ ...payment_details, metadata }, {}));
  metadata.basket = 8;
  expect(structuredClone(read.payment_details)).toEqual({
    ...payment_details,
    metadata: { basket: 7 },
  });
});

test('readInitArguments names what JSON cannot carry', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  expect(() => readInitArguments(settings, { ...payment_details, metadata: circle })).toThrow(
    expect.objectContaining({ code: 'invalid_argument', param: 'payment_details' }),
  );
  expect(() => readInitArguments({ ...settings, appearance: circle }, payment_details)).toThrow(
    expect.objectContaining({ code: 'invalid_argument', param: 'settings' }),
  );
});

test('readInitArguments quotes what it found and what it wanted', () => {
  expect(() => readInitArguments({ ...settings, view: 'checkout' }, payment_details)).toThrow(
    'init: view: found "checkout", wanted "CHECKOUT" or "MANAGE"',
  );
});

test('readInitArguments keeps the container on the page and gives the locale its default', () => {
  const container = document.createElement('div');
  const read = readInitArguments({ ...settings, container }, payment_details);
  expect(read).toEqual({
    settings,
    payment_details,
    merchantId: 1001,
    locale: 'en',
    container,
  });
});

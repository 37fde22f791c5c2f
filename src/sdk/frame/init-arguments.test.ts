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
  expect(parse(InitArguments, argumentsOf(apart))).toMatchObject({ isValid: true });
});

test.each([undefined, 0, -1, 1.5, Number.NaN, '1001', '', null, {}])(
  'readInitArguments refuses %j as merchant_id, without which there is no frame to judge the rest',
  (merchant_id) => {
    expect(() => readInitArguments({ ...settings, merchant_id }, payment_details)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', param: 'merchant_id' }),
    );
  },
);

test.each([undefined, null, 'CHECKOUT', 7])('readInitArguments finds no merchant_id in %j', (given) => {
  expect(() => readInitArguments(given, payment_details)).toThrow(
    'init: merchant_id: found undefined, wanted a positive integer',
  );
});

const faulty: [string, unknown, unknown][] = [
  ['settings.view', { merchant_id: 1001 }, payment_details],
  ['settings.view', { ...settings, view: 'checkout' }, payment_details],
  ['settings.locale', { ...settings, locale: 'english!' }, payment_details],
  ['settings.locale', { ...settings, locale: 1 }, payment_details],
  ['payment_details', settings, undefined],
  ['payment_details', settings, null],
  ['payment_details', settings, '10.00'],
];

test.each(faulty)(
  'what readInitArguments passes on has %s still at fault: %j, %j',
  (param, first, second) => {
    const parsed = parse(InitArguments, argumentsOf(readInitArguments(first, second)));
    expect(parsed).toMatchObject({ isValid: false, issues: [{ path: param.split('.') }] });
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

test('readInitArguments passes on nothing that JSON cannot carry, and says so', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  expect(readInitArguments(settings, { ...payment_details, metadata: circle }).payment_details).toBeNull();
  for (const settingsOf of [{ appearance: circle }, { locale: 1n }]) {
    expect(() => readInitArguments({ ...settings, ...settingsOf }, payment_details)).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
  }
  const symbol = { ...settings, locale: Symbol('de') };
  expect(readInitArguments(symbol, payment_details)).toMatchObject({ settings, locale: 'en' });
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

import { effect } from '@preact/signals';
import { expect, test } from 'vitest';
import { cardBrandCodes } from '../../contract/cards/card-brands.ts';
import { CardFormState } from './card-form.ts';

const november = Date.parse('2026-11-21T00:00:00Z');
const create = (now = () => november) => new CardFormState({ accepted: cardBrandCodes, now });
const fill = (model: ReturnType<typeof create>) => {
  model.type('name', ' Ada Lovelace ');
  model.type('number', '4242 4242 4242 4242');
  model.type('expiry', '12 / 27');
  model.type('code', '123');
};

test('CardFormState submits the whole card as the vault wants it', () => {
  const model = create();
  fill(model);
  expect(model.isComplete.value).toBe(true);
  expect(model.submit()).toEqual({
    number: '4242424242424242',
    expMonth: '12',
    expYear: '2027',
    securityCode: '123',
    holderName: 'Ada Lovelace',
  });
});

test('CardFormState asks no code of a Maestro card', () => {
  const model = create();
  fill(model);
  model.type('number', '6304000000000000');
  model.type('code', '');
  expect(model.submit()).toMatchObject({ number: '6304000000000000', securityCode: '' });
});

test('CardFormState names the fields a submission found, anew each time', () => {
  const model = create();
  model.type('name', 'Ada');
  expect(model.submit()).toBeNull();
  const first = model.attention.value;
  expect(first).toEqual({ fields: ['number', 'expiry', 'code'] });
  model.submit();
  expect(model.attention.value).not.toBe(first);
});

test('CardFormState trims the code to the brand and gives it back when the brand does', () => {
  const model = create();
  model.type('number', '34');
  model.type('code', '1234');
  model.type('number', '4');
  expect(model.values.code.value).toBe('123');
  expect(model.verdicts.code.value.kind).toBe('complete');
  model.type('number', '34');
  expect(model.values.code.value).toBe('1234');
});

test('CardFormState rechecks a code that was left when the brand asks for more', () => {
  const model = create();
  model.type('code', '123');
  model.leave('code');
  expect(model.reasons.code.value).toBeNull();
  model.type('number', '34');
  expect(model.reasons.code.value).toBe('incomplete');
});

test('CardFormState that follows another one is narrowed with it, and keeps what is typed', () => {
  const leader = create();
  const follower = new CardFormState({ accepted: () => leader.accepted.value, now: () => november });
  follower.type('number', '4242424242424242');
  leader.accept(['mastercard']);
  expect(follower.reasons.number.value).toBe('unsupported');
  expect(follower.accept(['visa'])).toEqual(['visa']);
  leader.accept(['visa']);
  expect(follower.reasons.number.value).toBeNull();
  expect(follower.values.number.value).toBe('4242424242424242');
});

test('CardFormState keeps what is typed when the accepted brands change', () => {
  const model = create();
  fill(model);
  model.accept(['mastercard']);
  expect(model.values.number.value).toBe('4242424242424242');
  expect(model.reasons.number.value).toBe('unsupported');
  model.accept(['mastercard', 'visa']);
  expect(model.reasons.number.value).toBeNull();
});

test('CardFormState judges the expiry by the clock at submission', () => {
  let now = november;
  const model = create(() => now);
  fill(model);
  now = Date.parse('2028-01-01T00:00:00Z');
  expect(model.submit()).toBeNull();
  expect(model.reasons.expiry.value).toBe('past');
});

test('CardFormState tidies an expiry that is left', () => {
  const model = create();
  model.type('expiry', '2027-1');
  model.leave('expiry');
  expect(model.values.expiry.value).toBe('01 / 27');
});

test('CardFormState touches no other field on a key', () => {
  const model = create();
  fill(model);
  let runs = 0;
  effect(() => {
    for (const field of ['name', 'expiry', 'code'] as const) {
      model.values[field].value;
      model.reasons[field].value;
    }
    model.brand.value;
    runs += 1;
  });
  model.type('number', '42424242424242421');
  model.type('number', '424242424242424211');
  expect(runs).toBe(1);
});

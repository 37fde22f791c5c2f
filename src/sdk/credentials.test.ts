import { expect, test } from 'vitest';
import { ConnectOptions } from '../contract/forms/settings.ts';
import { readCredentials } from './credentials.ts';

const options = {
  publishableKey: 'pk_sandbox_demo',
  refreshToken: 'rt_sandbox_1',
  baseUrl: 'https://pay.example',
  hint: '2.paypal',
};

test('readCredentials takes what the schema takes', () => {
  expect(ConnectOptions.safeParse(options).success).toBe(true);
  expect(readCredentials(options, undefined)).toEqual(options);
});

test.each([undefined, null, ''])('readCredentials takes the hint %s for none', (hint) => {
  expect(readCredentials({ ...options, hint }, undefined).hint).toBe('');
});

const refused: [string, unknown][] = [
  ['options', undefined],
  ['options', 'pk_sandbox_demo'],
  ['publishableKey', { ...options, publishableKey: undefined }],
  ['publishableKey', { ...options, publishableKey: '' }],
  ['refreshToken', { ...options, refreshToken: 7 }],
  ['refreshToken', { ...options, refreshToken: '' }],
  ['baseUrl', { ...options, baseUrl: 'pay.example' }],
  ['baseUrl', { ...options, baseUrl: 4000 }],
];

test.each(refused)('readCredentials names %s of %j, which the schema refuses too', (param, given) => {
  expect(() => readCredentials(given, undefined)).toThrow(
    expect.objectContaining({ code: 'invalid_argument', param }),
  );
  expect(ConnectOptions.safeParse(given).success).toBe(false);
});

test('readCredentials refuses a secret key and never shows it', () => {
  const read = () => readCredentials({ ...options, publishableKey: 'sk_sandbox_canary' }, undefined);
  expect(read).toThrow(expect.objectContaining({ param: 'publishableKey' }));
  expect(read).not.toThrow('canary');
});

test('readCredentials falls back to the origin the script was loaded from', () => {
  const { baseUrl: _, ...bare } = options;
  expect(readCredentials(bare, 'https://service.example').baseUrl).toBe('https://service.example');
});

test('readCredentials asks for baseUrl when the script has no origin, and says why', () => {
  const { baseUrl: _, ...bare } = options;
  expect(() => readCredentials(bare, undefined)).toThrow(/baseUrl.*bundled/);
});

test('readCredentials drops trailing slashes of baseUrl and keeps its path', () => {
  expect(readCredentials({ ...options, baseUrl: 'https://pay.example/eu//' }, undefined).baseUrl).toBe(
    'https://pay.example/eu',
  );
});

import { expect, test } from 'vitest';
import { readCredentials } from './credentials.ts';

const options = {
  publishableKey: 'pk_sandbox_demo',
  refreshToken: 'rt_sandbox_1',
  baseUrl: 'https://pay.example',
  hint: '2.paypal',
};

const { refreshToken, ...others } = options;

test.each([
  ['a string', refreshToken],
  ['a promise', Promise.resolve(refreshToken)],
  ['a function', () => refreshToken],
])('readCredentials takes %s as refreshToken and asks for nothing yet', (_, source) => {
  expect(readCredentials({ ...options, refreshToken: source }, undefined)).toEqual({ ...others, source });
});

test.each([undefined, null, ''])('readCredentials takes the hint %s for none', (hint) => {
  expect(readCredentials({ ...options, hint }, undefined).hint).toBe('');
});

const refused: [string, unknown][] = [
  ['publishableKey', undefined],
  ['publishableKey', 'pk_sandbox_demo'],
  ['publishableKey', { ...options, publishableKey: undefined }],
  ['publishableKey', { ...options, publishableKey: '' }],
  ['publishableKey', { ...options, publishableKey: 'rt_sandbox_1' }],
  ['refreshToken', { ...options, refreshToken: 7 }],
  ['refreshToken', { ...options, refreshToken: '' }],
  ['refreshToken', { ...options, refreshToken: undefined }],
  ['refreshToken', { ...options, refreshToken: null }],
  ['baseUrl', { ...options, baseUrl: 'pay.example' }],
  ['baseUrl', { ...options, baseUrl: 4000 }],
];

test.each(refused)('readCredentials names %s of %j', (param, given) => {
  expect(() => readCredentials(given, undefined)).toThrow(
    expect.objectContaining({ code: 'invalid_argument', param }),
  );
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

test('readCredentials asks for baseUrl when the script has no origin', () => {
  const { baseUrl: _, ...bare } = options;
  expect(() => readCredentials(bare, undefined)).toThrow(
    /baseUrl: found "undefined", wanted the service's address/,
  );
});

test('readCredentials drops trailing slashes of baseUrl and keeps its path', () => {
  expect(readCredentials({ ...options, baseUrl: 'https://pay.example/eu//' }, undefined).baseUrl).toBe(
    'https://pay.example/eu',
  );
});

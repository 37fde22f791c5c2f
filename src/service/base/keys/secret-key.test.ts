import { expect, test } from 'vitest';
import { newSecretKey, parseSecretKey } from './secret-key.ts';

test('newSecretKey makes what parseSecretKey reads', () => {
  const key = newSecretKey();
  expect(key.text).toMatch(/^sk_sandbox_[0-9A-Za-z]{8}_[A-Za-z0-9_-]{43}[0-9A-Za-z]{6}$/);
  expect(parseSecretKey(key.text)).toEqual(key);
  expect(newSecretKey().text).not.toBe(key.text);
});

test('parseSecretKey refuses a mistyped key by its checksum', () => {
  const { text } = newSecretKey();
  const changedKey = text.slice(0, 30) + (text[30] === 'x' ? 'y' : 'x') + text.slice(31);
  expect(parseSecretKey(changedKey)).toBeUndefined();
  expect(parseSecretKey(text.slice(1))).toBeUndefined();
  expect(parseSecretKey('')).toBeUndefined();
});

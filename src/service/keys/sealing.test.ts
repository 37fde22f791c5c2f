import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { open, seal } from './sealing.ts';

const key = randomBytes(32);
const secret = Buffer.from('a secret');

test('open gives back what seal sealed, each time under another nonce', () => {
  const [first, second] = [seal(key, secret, 'row:1'), seal(key, secret, 'row:1')];
  expect(Buffer.from(open(key, first, 'row:1'))).toEqual(secret);
  expect(Buffer.compare(first, second)).not.toBe(0);
});

test('open throws for another context, another key, any changed byte and a cut', () => {
  const sealed = seal(key, secret, 'row:1');
  expect(() => open(key, sealed, 'row:2')).toThrow();
  expect(() => open(randomBytes(32), sealed, 'row:1')).toThrow();
  for (let place = 0; place < sealed.length; place += 1) {
    const changed = Uint8Array.from(sealed, (byte, index) => (index === place ? byte ^ 1 : byte));
    expect(() => open(key, changed, 'row:1'), `byte ${place}`).toThrow();
  }
  expect(() => open(key, sealed.subarray(0, 20), 'row:1')).toThrow();
});

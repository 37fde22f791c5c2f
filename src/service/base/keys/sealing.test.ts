import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyIdOf, open, seal, sealingKey } from './sealing.ts';

const key = sealingKey(randomBytes(32));
const secret = Buffer.from('a secret');

test('open gives back what seal sealed, each time under another nonce', () => {
  const [first, second] = [seal(key, secret, 'row:1'), seal(key, secret, 'row:1')];
  expect(Buffer.from(open(key, first, 'row:1'))).toEqual(secret);
  expect(Buffer.compare(first, second)).not.toBe(0);
});

test('seal names the key that opens, and says nothing else of it', () => {
  const bytes = randomBytes(32);
  const sealed = seal(sealingKey(bytes), secret, 'row:1');
  expect(keyIdOf(sealed)).toBe(sealingKey(bytes).id);
  expect(Buffer.from(sealed).includes(bytes.subarray(0, 8))).toBe(false);
});

test('open throws for another context, any changed byte and a cut', () => {
  const sealed = seal(key, secret, 'row:1');
  expect(() => open(key, sealed, 'row:2')).toThrow();
  for (let position = 0; position < sealed.length; position += 1) {
    const changedBytes = Uint8Array.from(sealed, (byte, index) => (index === position ? byte ^ 1 : byte));
    expect(() => open(key, changedBytes, 'row:1'), `byte ${position}`).toThrow();
  }
  expect(() => open(key, sealed.subarray(0, 20), 'row:1')).toThrow();
});

test('open says which key it lacks, never what it was given', () => {
  const sealed = seal(key, secret, 'row:1');
  expect(() => open(sealingKey(randomBytes(32)), sealed, 'row:1')).toThrow(
    expect.objectContaining({ code: 'key_unknown', message: expect.stringContaining(`"${key.id}"`) }),
  );
});

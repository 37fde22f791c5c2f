import { expect, test } from 'vitest';
import { testMasterKey } from '../../test-kit/test-master-key.ts';
import { equalDigests } from './master-key.ts';

test('MasterKey opens what it sealed for the same context alone, and names the key that it lacks', () => {
  const [key, stranger] = [testMasterKey(), testMasterKey()];
  const sealed = key.seal(Buffer.from('data key'), 'card:1');
  expect(Buffer.from(key.open(sealed, 'card:1')).toString()).toBe('data key');
  expect(() => key.open(sealed, 'card:2')).toThrow();
  expect(() => stranger.open(sealed, 'card:1')).toThrow(
    expect.objectContaining({ code: 'key_unknown', message: expect.stringMatching(/"[0-9a-f]{16}"/) }),
  );
});

test('MasterKey digests alike for the same purpose and pepper, and no other', () => {
  const key = testMasterKey();
  const digest = key.digest('card-fingerprint:1', '1');
  expect(equalDigests(digest, key.digest('card-fingerprint:1', '1'))).toBe(true);
  expect(equalDigests(digest, key.digest('card-fingerprint:1', '2'))).toBe(false);
  expect(equalDigests(digest, key.digest('card-fingerprint:2', '1'))).toBe(false);
  expect(equalDigests(digest, key.digest('form', '1'))).toBe(false);
  expect(equalDigests(digest, testMasterKey().digest('card-fingerprint:1', '1'))).toBe(false);
  expect(equalDigests(digest, digest.subarray(1))).toBe(false);
});

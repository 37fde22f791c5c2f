import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { dataKeys } from '../../tables/data-keys.ts';
import { openTestDatabase } from '../../test-kit/test-database.ts';
import { environmentKeys } from './key-store.ts';
import { openKeyring } from './keyring.ts';

const secret = randomBytes(32);
const keyStore = environmentKeys([secret]);
const { db, close } = await openTestDatabase();
afterAll(close);

test('openKeyring gives processes that start side by side the same keys', async () => {
  const rings = await Promise.all(Array.from({ length: 4 }, () => openKeyring({ db, keyStore })));
  const [first, ...others] = rings.map(({ masterKey }) => masterKey);
  const sealed = first?.seal(Buffer.from('x'), 'row') ?? new Uint8Array();
  for (const other of others) {
    expect(Buffer.from(other.open(sealed, 'row')).toString()).toBe('x');
    expect(other.digest('form', 'x')).toEqual(first?.digest('form', 'x'));
  }
});

test('openKeyring refuses another master key, and names the one it needs', async () => {
  await openKeyring({ db, keyStore });
  const [row] = await db.select().from(dataKeys);
  const opening = openKeyring({ db, keyStore: environmentKeys([randomBytes(32)]) });
  await expect(opening).rejects.toMatchObject({
    code: 'key_unknown',
    message: expect.stringMatching(
      `sealed with another master key, expected that one \\("${row?.masterKeyId}"\\)`,
    ),
  });
});

test('S36: whoever has the master key alone computes no digest of an API key or card', async () => {
  const { masterKey } = await openKeyring({ db, keyStore });
  for (const purpose of ['secret-key', 'card-fingerprint:1'] as const) {
    const derived = hkdfSync('sha256', secret, '', `digest:${purpose}`, 32);
    const computed = createHmac('sha256', Buffer.from(derived)).update('guess').digest();
    expect(Buffer.from(masterKey.digest(purpose, 'guess')).equals(computed), purpose).toBe(false);
  }
});

test('openKeyring keeps no pepper in clear', async () => {
  await openKeyring({ db, keyStore });
  const rows = await db.select().from(dataKeys);
  expect(new Set(rows.map(({ purpose }) => purpose)).size).toBe(rows.length);
  const peppers = await Promise.all(
    rows.map((row) => keyStore.unwrap(row, `data-key:${row.purpose}:${row.id}`)),
  );
  const wrappedBytes = Buffer.concat(rows.map(({ wrapped }) => wrapped));
  for (const pepper of peppers) expect(wrappedBytes.includes(Buffer.from(pepper))).toBe(false);
});

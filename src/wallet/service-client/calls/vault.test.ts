import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import type { BoundCard, BoundCode, CardPlaintext } from '../../../contract/frame/wallet-api.ts';
import { WalletError } from '../../errors/wallet-error.ts';
import { createVault } from './vault.ts';

const card: CardPlaintext = {
  number: '4242424242424242',
  expMonth: '12',
  expYear: '2034',
  securityCode: '123',
  holderName: 'Ada Lovelace',
};
const keyNamed = (kid: string) => ({ kty: 'RSA' as const, n: 'n', e: 'AQAB', kid });
const outdated = () => new WalletError({ code: 'card_encryption_outdated', message: 'over' });

function setUp() {
  const id = signal<string | null>('ws_1');
  const sealed: { plaintext: BoundCard | BoundCode; kid: string }[] = [];
  const keys = ['first', 'second', 'third'];
  let reads = 0;
  const readVaultKey = vi.fn(async () => {
    reads += 1;
    return {
      status: 'OK' as const,
      vaultKey: keyNamed(keys[reads - 1] ?? 'later'),
      serviceTime: reads * 9000,
    };
  });
  const vault = createVault({
    api: { readVaultKey },
    session: { id },
    now: () => 1000.4,
    accessToken: { get: async () => 'token' },
    boot: { merchantId: 7 },
    encryption:
      async () =>
      async (plaintext, { kid }) => {
        sealed.push({ plaintext, kid });
        return `sealed-${sealed.length}`;
      },
  });
  return { vault, sealed, readVaultKey, id };
}

it('send encrypts for session, merchant and the time of the service, under an id of its own, to the key asked for ahead', async () => {
  const { vault, sealed, readVaultKey } = setUp();
  vault.prepare();
  expect(readVaultKey).toHaveBeenCalledTimes(1);
  expect(await vault.send(card, async (jwe) => jwe)).toBe('sealed-1');
  await vault.send(card, async (jwe) => jwe);
  const bound = { session: 'ws_1', merchant_id: 7, at: 9000, id: expect.stringMatching(/^[\w-]{36}$/) };
  expect(sealed).toEqual([1, 2].map(() => ({ plaintext: { ...card, bound }, kid: 'first' })));
  expect(new Set(sealed.map(({ plaintext }) => plaintext.bound.id)).size).toBe(2);
  expect(readVaultKey).toHaveBeenCalledTimes(1);
});

it('send asks for the key where nobody has asked ahead, and again where that failed', async () => {
  const { vault, sealed, readVaultKey } = setUp();
  const offline = new WalletError({ code: 'offline', message: 'no answer' });
  readVaultKey.mockRejectedValueOnce(offline).mockRejectedValueOnce(offline);
  vault.prepare();
  await expect(vault.send(card, async (jwe) => jwe)).rejects.toBe(offline);
  await expect(vault.send(card, async (jwe) => jwe)).rejects.toBe(offline);
  await vault.send(card, async (jwe) => jwe);
  expect(readVaultKey).toHaveBeenCalledTimes(3);
  expect(sealed).toMatchObject([{ kid: 'first' }]);
});

it('send encrypts anew, to the present key and by the present time and session, where it was outdated', async () => {
  const { vault, sealed, id } = setUp();
  const request = vi.fn(async (jwe: string) => jwe);
  request.mockImplementationOnce(async () => {
    id.value = 'ws_2';
    throw outdated();
  });
  expect(await vault.send(card, request)).toBe('sealed-2');
  expect(sealed[1]).toMatchObject({ plaintext: { bound: { session: 'ws_2', at: 18_000 } }, kid: 'second' });
  await vault.send(card, request);
  expect(sealed[2]?.kid).toBe('second');
});

it('send tries once more and no oftener, and nothing again after another refusal', async () => {
  const { vault } = setUp();
  const request = vi.fn(async (_jwe: string) => Promise.reject(outdated()));
  await expect(vault.send(card, request)).rejects.toMatchObject({ code: 'card_encryption_outdated' });
  expect(request).toHaveBeenCalledTimes(2);
  const declined = vi.fn(async (_jwe: string) => {
    throw new WalletError({ code: 'card_declined', message: 'no' });
  });
  await expect(vault.send(card, declined)).rejects.toMatchObject({ code: 'card_declined' });
  expect(declined).toHaveBeenCalledTimes(1);
});

it('sealCode always takes the present key: who opens it later can ask for nothing anew', async () => {
  const { vault, sealed } = setUp();
  vault.prepare();
  await vault.sealCode({ cc_token: 'cc_1', securityCode: '123' });
  const bound = expect.objectContaining({ session: 'ws_1', at: 18_000 });
  expect(sealed).toEqual([{ plaintext: { cc_token: 'cc_1', securityCode: '123', bound }, kid: 'second' }]);
});

import { lte } from 'drizzle-orm';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import { type Binding, BoundCard } from '../../contract/frame/wallet-api.ts';
import { inBatches } from '../../store/in-batches.ts';
import type { Core } from '../base/runtime/core.ts';
import { ServiceError } from '../base/service-error.ts';
import { cardEnvelopes } from '../tables/cards.ts';

/** The longest time from the encryption to the request that carries it. */
const LIFE_MS = 5 * 60_000;
/** The largest difference between the clocks of processes. */
const SKEW_MS = 60_000;

type EncryptedCard = {
  readonly jwe: string;
  /** Wallet session of the request that brings the card. */
  readonly walletSessionId: string;
  readonly merchantId: number;
};

/**
 * Opens what the frame encrypted for this wallet session and merchant a moment ago. `takeEnvelope` has to follow. No
 * error repeats any of the content.
 */
export async function decryptCard(core: Core, encryptedCard: EncryptedCard): Promise<BoundCard> {
  const decryption = await decryptFromFrame(core, encryptedCard.jwe);
  if (decryption === 'key_ended') throw encryptionOutdated();
  const card = BoundCard.safeParse(decryption === 'unreadable' ? undefined : decryption.plaintext);
  if (!card.success) {
    throw new ServiceError(
      'parameter_invalid',
      "Cannot read the card: it does not decrypt to one, expected a JWE for the vault's present key",
      { param: 'card' },
    );
  }
  if (!isBoundTo(card.data.bound, encryptedCard) || !isFresh(card.data.bound, core.clock.now()))
    throw encryptionOutdated();
  return card.data;
}

export function isBoundTo(
  bound: Binding,
  { walletSessionId, merchantId }: Omit<EncryptedCard, 'jwe'>,
): boolean {
  return bound.session === walletSessionId && bound.merchant_id === merchantId;
}

function isFresh({ at }: Binding, now: Date): boolean {
  const age = now.getTime() - at;
  return age >= -SKEW_MS && age < LIFE_MS;
}

/** Called in the transaction that stores the card. Of two requests with one envelope, the store lets one through. */
export async function takeEnvelope({ db, clock }: Core, { id }: Binding): Promise<void> {
  const envelope = { id, takenAt: clock.now() };
  const [first] = await db.insert(cardEnvelopes).values(envelope).onConflictDoNothing().returning();
  if (!first) throw encryptionOutdated();
}

/** Deletes envelopes that are too old to be taken. */
export async function pruneEnvelopes({ db, clock }: Core): Promise<void> {
  const before = new Date(clock.now().getTime() - LIFE_MS - 2 * SKEW_MS);
  await inBatches(db, {
    table: cardEnvelopes,
    isDue: lte(cardEnvelopes.takenAt, before),
    take: (batch) => db.delete(cardEnvelopes).where(batch).returning({ id: cardEnvelopes.id }),
  });
}

type Decryption = { readonly plaintext: unknown } | 'key_ended' | 'unreadable';

/** Passes no error on: those of jose and `JSON.parse` may quote what they read. */
export async function decryptFromFrame(core: Core, jwe: string): Promise<Decryption> {
  const kid = keyIdOf(jwe);
  if (kid === undefined) return 'unreadable';
  const key = await core.keys.vault.find(core, kid);
  if (!key) return 'key_ended';
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: ['RSA-OAEP-256'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return { plaintext: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext)) };
  } catch {
    return 'unreadable';
  }
}

function keyIdOf(jwe: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(jwe);
    return typeof kid === 'string' && !kid.includes('\0') ? kid : undefined;
  } catch {
    return undefined;
  }
}

function encryptionOutdated(): ServiceError {
  return new ServiceError(
    'card_encryption_outdated',
    "Cannot read the card: its encryption has expired, was used before or is for another session or merchant, expected one made now for the vault's present key",
    { param: 'card' },
  );
}

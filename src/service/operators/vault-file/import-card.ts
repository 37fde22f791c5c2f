import { randomBytes } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { RefusalReason, VaultCard, VaultToken } from '../../../contract/admin/vault.ts';
import { networksOf } from '../../../contract/cards/brand-detection.ts';
import { cardBrands } from '../../../contract/cards/card-brands.ts';
import { passesLuhn } from '../../../contract/cards/card-number.ts';
import type { IssuerCode } from '../../../contract/cards/method-codes.ts';
import { insertWithFreeId, randomId } from '../../../store/random-id.ts';
import { looksLikeCardNumber } from '../../base/card-numbers.ts';
import { equalDigests } from '../../base/keys/master-key.ts';
import type { Core } from '../../base/runtime/core.ts';
import { cardNumberDigest, sealCardNumber } from '../../base/seals/card-number.ts';
import { readOwner } from '../../base/seals/card-owner.ts';
import { cardTokenDigest, sealCardToken } from '../../base/seals/card-token.ts';
import { findOrCreateUser } from '../../shoppers/sessions/find-or-create-user.ts';
import { refreshTokenSeal } from '../../shoppers/sessions/refresh-token.ts';
import { type CardRow, cards } from '../../tables/cards.ts';
import { cardTokens } from '../../tables/payments.ts';
import { refreshTokens, users, walletSessions } from '../../tables/sessions.ts';
import { looksTheSame, publicIdOf } from '../../vault/list-card.ts';
import { wipeableBytes } from './vault-line.ts';

const ZERO = 0x30;
const DIGEST_BYTES = 32;

/** A card on its way in. `number`: ASCII digits, which the caller wipes. */
type ArrivingCard = {
  readonly accountId: number;
  /** The file that it is from. */
  readonly file: string;
  readonly record: VaultCard;
  readonly number: Uint8Array;
  /** Whether the account takes cards that may be real; else `isTestNumber` decides. */
  readonly takesAnyNumber: boolean;
};

export type ImportResult = 'added' | 'kept' | RefusalReason;

/**
 * Adds a card with its tokens, or leaves what is here: a user, a card that has one of the tokens, and a card without tokens that
 * was imported before stay as they are. A listed card that looks the same keeps its place, and the one that comes stands behind it.
 */
export async function importCard(core: Core, arriving: ArrivingCard): Promise<ImportResult> {
  const { accountId, record, number } = arriving;
  const tokens = uniqueTokens(record.tokens);
  const fault = judge(core, arriving);
  if (fault) return fault;
  const userId = await userOf(core, arriving);
  const digests = tokens.map(({ cc_token }) => cardTokenDigest(core, cc_token));
  const numberDigest = cardNumberDigest(core.masterKey, accountId, number);
  const owners = await cardsOfTokens(core, digests);
  const isAnothers = (card: CardRow) =>
    card.userId !== userId || card.accountId !== accountId || !equalDigests(card.numberDigest, numberDigest);
  if (owners.some(({ card }) => isAnothers(card))) return 'token_taken';
  const usersCards = await readCards(core, userId);
  const shape = { ...record.card, bin: textOf(number.subarray(0, 6)), last4: textOf(number.subarray(-4)) };
  const [owner] = owners;
  const present = owner?.card ?? (digests.length === 0 ? sameCard(usersCards, shape) : undefined);
  const card = present ?? (await insertCard(core, arriving, { userId, usersCards, shape, numberDigest }));
  const isNew = (digest: Uint8Array) => !owners.some((one) => equalDigests(one.digest, digest));
  const newTokens = tokens.filter((_, index) => isNew(digests[index] ?? new Uint8Array()));
  if (newTokens.length > 0) await insertTokens(core, arriving, { card, tokens: newTokens });
  return present ? 'kept' : 'added';
}

function uniqueTokens(tokens: readonly VaultToken[]): VaultToken[] {
  return [...new Map(tokens.map((token) => [token.cc_token, token])).values()];
}

/** What is wrong with it. No text has more than the ends of its number, but of an account that takes test cards alone. */
function judge(core: Core, { record, number, takesAnyNumber }: ArrivingCard): RefusalReason | undefined {
  const { brand, holder_name: holderName } = record.card;
  if (!isOfBrand(number, brand)) return 'number_invalid';
  if (looksLikeCardNumber(holderName)) return 'holder_name_invalid';
  if (takesAnyNumber || core.dependencies.processor.isTestNumber(textOf(number))) return undefined;
  return 'test_card_required';
}

function isOfBrand(number: Uint8Array, brand: IssuerCode): boolean {
  const { lengths, hasCheckDigit } = cardBrands[brand];
  const digits = wipeableBytes(number.length);
  number.forEach((byte, index) => {
    digits[index] = byte - ZERO;
  });
  const isChecked = new Set(digits).size > 1 && (!hasCheckDigit || passesLuhn(digits));
  digits.fill(0);
  return (
    isChecked && lengths.includes(number.length) && networksOf(textOf(number.subarray(0, 6))).includes(brand)
  );
}

/** The user of that name, who is made if there is none, and locked: nobody changes the list meanwhile. */
async function userOf({ db, clock }: Core, { accountId, record: { user } }: ArrivingCard): Promise<number> {
  const isThis = and(eq(users.accountId, accountId), eq(users.externalId, user.external_id));
  const [found] = await db.select({ id: users.id }).from(users).where(isThis);
  const name = { accountId, externalId: user.external_id, now: clock.now() };
  const { id } = await findOrCreateUser(db, name);
  if (!found) await db.update(users).set({ metadata: user.metadata }).where(eq(users.id, id));
  return id;
}

type TokenOwner = { readonly digest: Uint8Array; readonly card: CardRow };

async function cardsOfTokens({ db }: Core, digests: readonly Uint8Array[]): Promise<TokenOwner[]> {
  if (digests.length === 0) return [];
  return db
    .select({ digest: cardTokens.digest, card: cards })
    .from(cardTokens)
    .innerJoin(cards, eq(cards.id, cardTokens.cardId))
    .where(inArray(cardTokens.digest, [...digests]));
}

/** A user's cards that are in the list or were taken out of it. */
function readCards({ db }: Core, userId: number): Promise<CardRow[]> {
  return db
    .select()
    .from(cards)
    .where(and(eq(cards.userId, userId), inArray(cards.status, ['listed', 'removed'])));
}

type Shape = VaultCard['card'] & Pick<CardRow, 'bin' | 'last4'>;

/** A card without tokens that its user has already, or has removed. */
function sameCard(usersCards: readonly CardRow[], shape: Shape): CardRow | undefined {
  return usersCards.find(
    (card) => looksTheSame(card, shape) && (card.status === 'listed' || publicIdOf(card) === shape.id),
  );
}

type NewCard = {
  readonly userId: number;
  readonly usersCards: readonly CardRow[];
  readonly shape: Shape;
  readonly numberDigest: Uint8Array;
};

async function insertCard(
  core: Core,
  { accountId, number }: ArrivingCard,
  { userId, usersCards, shape, numberDigest }: NewCard,
): Promise<CardRow> {
  const { db, masterKey } = core;
  const owner = await readOwner(core, userId);
  const listedCards = usersCards.filter(({ status }) => status === 'listed');
  const before = listedCards.find((card) => looksTheSame(card, shape));
  const isListed = shape.status === 'listed' && !before;
  return insertWithFreeId(async () => {
    const row = {
      id: randomId(),
      accountId,
      userId,
      status: isListed ? ('listed' as const) : ('replaced' as const),
      publicId: before ? publicIdOf(before) : shape.id,
      brand: shape.brand,
      bin: shape.bin,
      last4: shape.last4,
      expMonth: shape.exp_month,
      expYear: shape.exp_year,
      holderName: shape.holder_name,
      numberDigest,
      isDefault: isListed && shape.is_default && listedCards.every(({ isDefault }) => !isDefault),
      createdAt: new Date(shape.created_at),
      listedAt: isListed ? new Date(shape.listed_at ?? shape.created_at) : null,
    };
    const seal = sealCardNumber(masterKey, { ...row, owner }, number);
    const [card] = await db
      .insert(cards)
      .values({ ...row, ...seal })
      .onConflictDoNothing({ target: cards.id })
      .returning();
    return card;
  });
}

type NewTokens = { readonly card: CardRow; readonly tokens: readonly VaultToken[] };

/**
 * Tokens come of a wallet session, whose user ends them: these of one that has ended, for each user of a file. A later file brings
 * another, so what was ended here stays ended.
 */
async function insertTokens(
  core: Core,
  { accountId, file }: ArrivingCard,
  { card, tokens }: NewTokens,
): Promise<void> {
  const { db } = core;
  const { id: cardId, userId } = card;
  const walletSessionId = await endedSession(core, { accountId, file, userId });
  const rows = tokens.map(
    ({ cc_token: ccToken, brand, requires_user: requiresUser, created_at: createdAt }) => {
      const row = {
        accountId,
        digest: cardTokenDigest(core, ccToken),
        userId,
        cardId,
        brand,
        walletSessionId,
        isSingleUse: false,
        isShortLive: false,
        keepOnSuccess: false,
        consumedBy: null,
        requiresUser,
        merchantId: null,
        approvedAmount: null,
        approvedCurrency: null,
        createdAt: new Date(createdAt),
      };
      return { ...row, sealed: sealCardToken(core, row, ccToken), expiresAt: null };
    },
  );
  await db.insert(cardTokens).values(rows);
}

async function endedSession(
  core: Core,
  { accountId, file, userId }: { accountId: number; file: string; userId: number },
): Promise<string> {
  const { db, clock } = core;
  const id = `vault-${file}-${userId}`;
  const [found] = await db
    .select({ id: walletSessions.id })
    .from(walletSessions)
    .where(eq(walletSessions.id, id));
  if (found) return id;
  const now = clock.now();
  const digest = randomBytes(DIGEST_BYTES);
  const grant = { digest, accountId, userId, view: null, merchantId: null, expiresAt: now };
  const [refreshToken] = await db
    .insert(refreshTokens)
    .values({ ...grant, seal: refreshTokenSeal(core, grant), createdAt: now, revokedAt: now })
    .returning({ id: refreshTokens.id });
  if (!refreshToken) throw new Error('Cannot import a token: the insert returned no row, expected one');
  const session = { refreshTokenId: refreshToken.id, accountId, userId, origin: 'vault import' };
  await db.insert(walletSessions).values({ ...session, id, createdAt: now, lastSeenAt: now, endedAt: now });
  return id;
}

const textOf = (digits: Uint8Array) => String.fromCharCode(...digits);

import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import { VAULT_FORMAT, type VaultCard, type VaultToken } from '../../../contract/admin/vault.ts';
import { IssuerCode } from '../../../contract/cards/method-codes.ts';
import { systemClock } from '../../base/clock.ts';
import type { Core } from '../../base/runtime/core.ts';
import { openCardDigits } from '../../base/seals/card-number.ts';
import { ownedCard } from '../../base/seals/card-owner.ts';
import { openIntactToken } from '../../base/seals/card-token.ts';
import { isIntactCard, isIntactToken } from '../../base/seals/intact-rows.ts';
import { cards, type OwnedCard } from '../../tables/cards.ts';
import { type CardTokenRow, cardTokens } from '../../tables/payments.ts';
import { refreshTokens, users, walletSessions } from '../../tables/sessions.ts';
import { publicIdOf } from '../../vault/list-card.ts';
import type { TransferKey } from './transfer-key.ts';
import {
  contentBytes,
  type LinePlace,
  lineDigest,
  openLine,
  sealLine,
  vaultFileRefused,
} from './vault-line.ts';

/** Cards that are read at once, all of them sealed. */
const BATCH = 100;

/** Where an export goes on: after a card, with the line that follows `prev`. */
export type ExportStart = Required<Pick<LinePlace, 'file' | 'line'>> & {
  readonly prev: string | undefined;
  readonly cardId: number;
};

type Export = { readonly accountId: number; readonly key: TransferKey };

/** Where a new export starts, or one whose last line is given goes on. Raises `vault_file_refused`. */
export async function exportStart(
  { accountId, key }: Export,
  after: string | undefined,
): Promise<ExportStart> {
  if (after === undefined) return { file: randomUUID(), line: 1, prev: undefined, cardId: 0 };
  const { place, content, number } = await openLine(key, after);
  number?.fill(0);
  if (content.source.account_id !== accountId) throw vaultFileRefused('it has the cards of another account');
  if (place.end) throw vaultFileRefused('it is whole');
  const prev = lineDigest(after).toString('base64url');
  return { file: place.file, line: place.line + 1, prev, cardId: content.source.card_id };
}

/** What has left the vault. `skipped`: cards whose rows were changed since they were sealed. */
export type ExportCounts = { readonly cards: number; readonly skipped: number };

/**
 * The lines of an export, each ended by a line feed: saved cards of users in the order of their ids, with the tokens that last.
 * One number is open at a time, and wiped before the next. Guests' and removed cards, tokens of one use and what sandbox tokens
 * stand for do not travel. `onEnd` comes before the last line.
 */
export async function* exportLines(
  core: Core,
  {
    accountId,
    key,
    start,
    onEnd,
  }: Export & { start: ExportStart; onEnd(counts: ExportCounts): Promise<void> },
): AsyncGenerator<string, void> {
  const { file } = start;
  let { line, prev, cardId } = start;
  let skipped = 0;
  const seal = async (content: Uint8Array, end?: true) => {
    const place = { file, line, ...(prev !== undefined && { prev }), ...(end && { end }) };
    const sealed = await sealLine(key, place, content);
    line += 1;
    prev = lineDigest(sealed).toString('base64url');
    return `${sealed}\n`;
  };
  const source = () => ({ account_id: accountId, card_id: cardId });
  if (line === 1) {
    const begun = {
      format: VAULT_FORMAT,
      service: core.config.baseUrl,
      begun_at: systemClock.now().toISOString(),
    };
    yield seal(contentBytes({ begin: begun, source: source() }));
  }
  for (let batch = await readCards(core, { accountId, cardId }); batch.length > 0; ) {
    for (const saved of batch) {
      cardId = saved.card.id;
      const content = cardContent(core, saved, source());
      if (content) yield seal(content);
      else skipped += 1;
    }
    batch = await readCards(core, { accountId, cardId });
  }
  const counts = { cards: line - 2, skipped };
  await onEnd(counts);
  yield seal(contentBytes({ end: counts, source: source() }), true);
}

type SavedCard = {
  readonly card: OwnedCard;
  readonly user: { readonly externalId: string; readonly metadata: Record<string, unknown> };
  readonly tokens: readonly CardTokenRow[];
};

/** The next saved cards, without those that only tokens of one use would bill. */
async function readCards(
  { db }: Core,
  { accountId, cardId }: { accountId: number; cardId: number },
): Promise<SavedCard[]> {
  const rows = await db
    .select({ card: ownedCard, externalId: users.externalId, metadata: users.metadata })
    .from(cards)
    .innerJoin(users, eq(users.id, cards.userId))
    .where(
      and(
        eq(cards.accountId, accountId),
        gt(cards.id, cardId),
        inArray(cards.status, ['listed', 'replaced']),
        isNotNull(cards.numberCiphertext),
        isNotNull(users.externalId),
      ),
    )
    .orderBy(asc(cards.id))
    .limit(BATCH);
  const ids = rows.map(({ card }) => card.id);
  const tokens = ids.length === 0 ? [] : await readTokens({ db }, ids);
  return rows.map(({ card, externalId, metadata }) => ({
    card,
    user: { externalId: externalId ?? '', metadata },
    tokens: tokens.filter((token) => token.cardId === card.id),
  }));
}

/** Tokens that last as long as their cards and whose user has not been ended. */
async function readTokens({ db }: Pick<Core, 'db'>, cardIds: readonly number[]): Promise<CardTokenRow[]> {
  const rows = await db
    .select({ token: cardTokens, endedAt: refreshTokens.userEndedAt })
    .from(cardTokens)
    .innerJoin(walletSessions, eq(walletSessions.id, cardTokens.walletSessionId))
    .innerJoin(refreshTokens, eq(refreshTokens.id, walletSessions.refreshTokenId))
    .where(and(inArray(cardTokens.cardId, [...cardIds]), eq(cardTokens.isSingleUse, false)))
    .orderBy(asc(cardTokens.id));
  return rows.flatMap(({ token, endedAt }) => (endedAt === null && token.expiresAt === null ? [token] : []));
}

/** Undefined for a card that opens nowhere, as its row was changed. */
function cardContent(
  core: Core,
  { card, user, tokens }: SavedCard,
  source: VaultCard['source'],
): Uint8Array | undefined {
  const { numberCiphertext, wrappedKey } = card;
  if (numberCiphertext === null || wrappedKey === null || !isIntactCard(core, card)) return undefined;
  const content: Omit<VaultCard, 'number'> = {
    card: {
      id: publicIdOf(card),
      status: card.status === 'listed' ? 'listed' : 'replaced',
      brand: IssuerCode.parse(card.brand),
      exp_month: card.expMonth,
      exp_year: card.expYear,
      holder_name: card.holderName,
      is_default: card.isDefault,
      created_at: card.createdAt.toISOString(),
      listed_at: card.listedAt?.toISOString() ?? null,
    },
    user: { external_id: user.externalId, metadata: user.metadata },
    tokens: tokens.flatMap((token) => (isIntactToken(core, token, card) ? [tokenContent(core, token)] : [])),
    source,
  };
  const number = openCardDigits(core.masterKey, card, { numberCiphertext, wrappedKey });
  const bytes = contentBytes(content, number);
  number.fill(0);
  return bytes;
}

function tokenContent(core: Core, token: CardTokenRow): VaultToken {
  return {
    cc_token: openIntactToken(core, token) ?? '',
    brand: IssuerCode.parse(token.brand),
    requires_user: token.requiresUser,
    created_at: token.createdAt.toISOString(),
  };
}

import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import { destroyKey, type Keyring, SEAL, UNOWNED_SEAL } from '../../base/keys/keyring.ts';
import { envelopeHead } from '../../base/keys/sealing.ts';
import type { ServiceContext } from '../../base/runtime/context.ts';
import { ownerName } from '../../base/seals/card-owner.ts';
import { accounts } from '../../tables/accounts.ts';
import { cards } from '../../tables/cards.ts';
import { dataKeys } from '../../tables/data-keys.ts';
import { cardTokens } from '../../tables/payments.ts';
import { serviceKeys } from '../../tables/service-keys.ts';
import { findAddedForOthers } from './added-for-others.ts';
import { adoptUnsealed } from './adopt-unsealed.ts';
import { resealAnswers } from './reseal-answers.ts';

type Store = Pick<ServiceContext, 'db' | 'clock' | 'answerDays'> & { readonly keyring: Keyring };

/** A column of sealed values, and what each of them is bound to. */
type SealedColumn = {
  readonly table: PgTable;
  readonly key: PgColumn;
  readonly column: PgColumn;
  readonly context: SQL;
  /** What it was bound to before owners were sealed, and whether other rows agree with whose the row says it is. */
  readonly former?: {
    readonly context: SQL;
    readonly isAgreed: SQL;
    readonly refused?: typeof findAddedForOthers;
  };
};

const ownerOfCard = sql`(select ${ownerName} from users where users.id = "cards"."user_id")`;
const { accountId, digest, userId, cardId, brand, walletSessionId, createdAt } = cardTokens;
const { isSingleUse, isShortLive, keepOnSuccess, consumedBy, requiresUser } = cardTokens;
const { merchantId, approvedAmount, approvedCurrency } = cardTokens;
const approval = sql`concat_ws(':', coalesce(${merchantId}::text, ''), coalesce(${approvedAmount}::text, ''), coalesce(${approvedCurrency}, ''))`;
const madeAt = sql`(extract(epoch from ${createdAt}) * 1000)::bigint`;
/** As `card-token.ts` writes it. */
const boundToken = sql`concat_ws(':', 'card-token-of', ${accountId}, encode(${digest}, 'hex'), ${userId}, ${cardId}, ${brand}, coalesce(${walletSessionId}, ''), ${madeAt}, ${isSingleUse}::text, ${isShortLive}::text, ${keepOnSuccess}::text, coalesce(${consumedBy}, ''), ${requiresUser}::text, ${approval})`;
const webhookContext = sql`'webhook-secret:' || ${accounts.publishableKey}`;
/** A card's number is not sealed anew: only its own key is, which is sealed beside it. */
const SEALED: readonly SealedColumn[] = [
  {
    table: cards,
    key: cards.id,
    column: cards.wrappedKey,
    context: sql`'card-key-of:' || ${cards.accountId} || ':' || ${cards.id} || ':' || ${cards.userId} || ':' || ${ownerOfCard}`,
    former: {
      context: sql`'card-key:' || ${cards.accountId} || ':' || ${cards.id}`,
      isAgreed: sql`not exists (select from card_tokens t where t.card_id = "cards"."id" and t.user_id <> "cards"."user_id")`,
      refused: findAddedForOthers,
    },
  },
  {
    table: cardTokens,
    key: cardTokens.id,
    column: cardTokens.sealed,
    context: boundToken,
    former: {
      context: sql`'card-token:' || ${cardTokens.accountId} || ':' || encode(${cardTokens.digest}, 'hex')`,
      isAgreed: sql`exists (select from cards c where c.id = "card_tokens"."card_id" and c.user_id = "card_tokens"."user_id")`,
    },
  },
  { table: accounts, key: accounts.id, column: accounts.webhookSecret, context: webhookContext },
  { table: accounts, key: accounts.id, column: accounts.previousWebhookSecret, context: webhookContext },
  {
    table: serviceKeys,
    key: serviceKeys.kid,
    column: serviceKeys.privateKey,
    context: sql`'service-key:' || ${serviceKeys.kid}`,
  },
];

const BATCH = 200;
/** After this, no process or transaction seals with a former key. */
const SETTLED_SECONDS = 60;
const FoundRow = z.object({
  key: z.union([z.string(), z.number()]),
  sealed: z.instanceof(Uint8Array),
  context: z.string(),
  former: z.nullable(z.string()),
});
type FoundRow = z.infer<typeof FoundRow>;

/**
 * Seals anew, with the key in force, what former keys sealed. Works in batches beside everything else. Returns how many
 * values.
 */
export async function reseal(store: Store, { skipsLocked = true } = {}): Promise<number> {
  let count = await resealAnswers(store, { skipsLocked });
  for (const target of SEALED) {
    let after: FoundRow['key'] | undefined;
    do {
      const batch = await resealBatch(store, { target, after, skipsLocked });
      count += batch.count;
      after = batch.last;
    } while (after !== undefined);
  }
  return count;
}

/**
 * Scheduled work: finishes a rotation that was killed, and reseals what processes sealed before they knew the new key.
 * With nothing to do it only looks into memory.
 */
export function resealLeft(store: Store) {
  let isFirst = true;
  return async () => {
    const { db, keyring } = store;
    if (!keyring.hasFormer()) return;
    const isSettled = sql<boolean>`max(${dataKeys.usedFrom}) < clock_timestamp() - make_interval(secs => ${SETTLED_SECONDS})`;
    const [asked] = await db.select({ isSettled }).from(dataKeys).where(eq(dataKeys.purpose, SEAL));
    if (!asked?.isSettled && !isFirst) return;
    isFirst = false;
    const adopted = keyring.masterKey.takesFormerRows()
      ? await adoptUnsealed({ db, masterKey: keyring.masterKey })
      : 0;
    if (adopted + (await reseal(store)) > 0 || !asked?.isSettled) return;
    if (keyring.masterKey.takesFormerRows()) await destroyUnownedKeys(store);
    const isFormer = and(
      eq(dataKeys.purpose, SEAL),
      ne(dataKeys.id, keyring.currentId()),
      isNull(dataKeys.emptiedAt),
    );
    await db.update(dataKeys).set({ emptiedAt: sql`clock_timestamp()` }).where(isFormer);
  };
}

/** Nothing opens any more that was sealed without its owner, such as a row that somebody puts back. [75] */
async function destroyUnownedKeys(store: Store): Promise<void> {
  const { db, keyring } = store;
  const { keyStore } = keyring;
  if ((await reseal(store, { skipsLocked: false })) > 0) return;
  const unowned = await db.select().from(dataKeys).where(eq(dataKeys.purpose, UNOWNED_SEAL));
  for (const { id } of unowned) await destroyKey({ db, keyStore }, id);
  if (unowned.length > 0) await keyring.refresh();
}

type Batch = {
  readonly target: SealedColumn;
  readonly after: FoundRow['key'] | undefined;
  /** Whether rows that somebody has locked are left for the next pass. */
  readonly skipsLocked: boolean;
};
/** `count`: of values sealed anew. `last`: where the next batch goes on; undefined after the last. */
type Resealed = { readonly count: number; readonly last: FoundRow['key'] | undefined };

/**
 * Rows that are not as they were sealed stay as they are, and open
 * nothing; so do rows of the former version that others contradict. [75]
 */
function resealBatch({ db, keyring }: Store, { target, after, skipsLocked }: Batch): Promise<Resealed> {
  const { table, key, column, context, former } = target;
  const { masterKey } = keyring;
  const head = Buffer.from(envelopeHead(keyring.currentId()));
  const isFormer = sql`substring(${column} from 1 for ${head.length}) <> ${head}::bytea`;
  const isNext = after === undefined ? undefined : sql`${key} > ${after}`;
  return db.transaction(async (tx) => {
    const found = await tx
      .select({
        key,
        sealed: column,
        context: sql<string>`${context}`,
        former: former
          ? sql<string | null>`case when ${former.isAgreed} then ${former.context} end`
          : sql<null>`null`,
      })
      .from(table)
      .where(and(isFormer, isNext))
      .orderBy(key)
      .limit(BATCH)
      .for('no key update', skipsLocked ? { skipLocked: true } : {});
    const rows = found.map((row) => FoundRow.parse(row));
    const cardIds = rows.map((row) => Number(row.key));
    const refused = masterKey.takesFormerRows()
      ? await former?.refused?.(tx, { masterKey, cardIds })
      : undefined;
    const fresh = rows.flatMap(({ key: id, sealed, context: bound, former: before }) => {
      const isTaken = before !== null && !refused?.has(Number(id));
      const secret = masterKey.openUnder(sealed, isTaken ? [bound, before] : [bound]);
      if (!secret) return [];
      const bytes = Buffer.from(masterKey.seal(secret, bound));
      return [sql`(${id}::${sql.raw(key.getSQLType())}, ${bytes}::bytea)`];
    });
    const done = { count: fresh.length, last: rows.at(-1)?.key };
    if (fresh.length === 0) return done;
    await tx.execute(sql`
      update ${table} set ${sql.identifier(column.name)} = fresh.sealed
      from (values ${sql.join(fresh, sql`, `)}) as fresh (key, sealed) where ${key} = fresh.key`);
    return done;
  });
}

import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import type { Database } from '../../store/database.ts';
import { type Keyring, SEAL } from '../keys/keyring.ts';
import { envelopeHead } from '../keys/sealing.ts';
import { accounts } from '../tables/accounts.ts';
import { cards } from '../tables/cards.ts';
import { dataKeys } from '../tables/data-keys.ts';
import { cardTokens } from '../tables/payments.ts';
import { serviceKeys } from '../tables/service-keys.ts';

type Store = { readonly db: Database; readonly keyring: Keyring };

/** A column of sealed values, and what each of them is bound to. */
type SealedColumn = {
  readonly table: PgTable;
  readonly key: PgColumn;
  readonly column: PgColumn;
  readonly context: SQL;
};

const webhookContext = sql`'webhook-secret:' || ${accounts.publishableKey}`;
/** A card's number is not sealed anew: only its own key is, which is sealed beside it. */
const SEALED: readonly SealedColumn[] = [
  {
    table: cards,
    key: cards.id,
    column: cards.wrappedKey,
    context: sql`'card-key:' || ${cards.accountId} || ':' || ${cards.id}`,
  },
  {
    table: cardTokens,
    key: cardTokens.id,
    column: cardTokens.sealed,
    context: sql`'card-token:' || ${cardTokens.accountId} || ':' || encode(${cardTokens.digest}, 'hex')`,
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
});
type FoundRow = z.infer<typeof FoundRow>;

/**
 * Seals anew, with the key in force, what former keys sealed. Works in batches beside everything else. Returns how many
 * values.
 */
export async function reseal(store: Store): Promise<number> {
  let count = 0;
  for (const target of SEALED) {
    let after: FoundRow['key'] | undefined;
    do {
      const rows = await resealBatch(store, { target, after });
      count += rows.length;
      after = rows.at(-1)?.key;
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
    if ((await reseal(store)) > 0 || !asked?.isSettled) return;
    const isFormer = and(
      eq(dataKeys.purpose, SEAL),
      ne(dataKeys.id, keyring.currentId()),
      isNull(dataKeys.emptiedAt),
    );
    await db.update(dataKeys).set({ emptiedAt: sql`clock_timestamp()` }).where(isFormer);
  };
}

type Batch = { readonly target: SealedColumn; readonly after: FoundRow['key'] | undefined };

/** Rows that somebody has locked are left for the next pass. */
function resealBatch({ db, keyring }: Store, { target, after }: Batch): Promise<readonly FoundRow[]> {
  const { table, key, column, context } = target;
  const { masterKey } = keyring;
  const head = Buffer.from(envelopeHead(keyring.currentId()));
  const isFormer = sql`substring(${column} from 1 for ${head.length}) <> ${head}::bytea`;
  const isNext = after === undefined ? undefined : sql`${key} > ${after}`;
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ key, sealed: column, context: sql<string>`${context}` })
      .from(table)
      .where(and(isFormer, isNext))
      .orderBy(key)
      .limit(BATCH)
      .for('no key update', { skipLocked: true });
    const rows = found.map((row) => FoundRow.parse(row));
    if (rows.length === 0) return rows;
    const fresh = rows.map(({ key: id, sealed, context: bound }) => {
      const bytes = Buffer.from(masterKey.seal(masterKey.open(sealed, bound), bound));
      return sql`(${id}::${sql.raw(key.getSQLType())}, ${bytes}::bytea)`;
    });
    await tx.execute(sql`
      update ${table} set ${sql.identifier(column.name)} = fresh.sealed
      from (values ${sql.join(fresh, sql`, `)}) as fresh (key, sealed) where ${key} = fresh.key`);
    return rows;
  });
}

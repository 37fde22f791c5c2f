import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { destroyKey, type Keyring, SEAL, UNOWNED_SEAL } from '../../base/keys/keyring.ts';
import { envelopeHead } from '../../base/keys/sealing.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { dataKeys } from '../../tables/data-keys.ts';
import { adoptUnsealed } from './adopt-unsealed.ts';
import { resealAnswers } from './reseal-answers.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

type Store = Pick<Runtime, 'db' | 'clock' | 'config'> & { readonly keyring: Keyring };

const BATCH = 200;
/** Seconds after a key change by which every process and open transaction uses the new key. */
const CHANGE_SECONDS = 60;
const FoundRow = z.object({
  key: z.union([z.string(), z.number()]),
  sealed: z.instanceof(Uint8Array),
  isAgreed: z.boolean(),
  row: z.unknown(),
});
type FoundRow = z.infer<typeof FoundRow>;

/**
 * Seals the values of former keys again with the key in force. Works in batches while the service runs. Returns how
 * many values.
 */
export async function reseal(store: Store, { skipsLocked = true } = {}): Promise<number> {
  let count = await resealAnswers(store, { skipsLocked });
  for (const target of SEALED_COLUMNS) {
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
 * A job that finishes a rotation that was killed, and reseals what processes sealed before they knew the new key. It reads
 * the store only while there are former keys.
 */
export function resealRest(store: Store) {
  let isFirst = true;
  return async () => {
    const { db, keyring } = store;
    if (!keyring.hasFormer()) return;
    const isComplete = sql<boolean>`max(${dataKeys.usedFrom}) < clock_timestamp() - make_interval(secs => ${CHANGE_SECONDS})`;
    const [change] = await db.select({ isComplete }).from(dataKeys).where(eq(dataKeys.purpose, SEAL));
    if (!change?.isComplete && !isFirst) return;
    isFirst = false;
    const adoptedCount = keyring.masterKey.takesFormerRows()
      ? await adoptUnsealed({ db, masterKey: keyring.masterKey })
      : 0;
    if (adoptedCount + (await reseal(store)) > 0 || !change?.isComplete) return;
    if (keyring.masterKey.takesFormerRows()) await destroyUnownedKeys(store);
    const isFormer = and(
      eq(dataKeys.purpose, SEAL),
      ne(dataKeys.id, keyring.currentId()),
      isNull(dataKeys.emptiedAt),
    );
    await db.update(dataKeys).set({ emptiedAt: sql`clock_timestamp()` }).where(isFormer);
  };
}

/** After this, nothing opens that was sealed without its owner, such as a row that somebody puts back. [75] */
async function destroyUnownedKeys(store: Store): Promise<void> {
  const { db, keyring } = store;
  const { keyStore } = keyring;
  if ((await reseal(store, { skipsLocked: false })) > 0) return;
  const unownedKeys = await db.select().from(dataKeys).where(eq(dataKeys.purpose, UNOWNED_SEAL));
  for (const { id } of unownedKeys) await destroyKey({ db, keyStore }, id);
  if (unownedKeys.length > 0) await keyring.refresh();
}

type Batch = {
  readonly target: SealedColumn;
  readonly after: FoundRow['key'] | undefined;
  /** Whether rows that somebody has locked are left for the next pass. */
  readonly skipsLocked: boolean;
};
/** `count`: of values sealed again. `last`: where the next batch continues; undefined after the last. */
type BatchResult = { readonly count: number; readonly last: FoundRow['key'] | undefined };

/**
 * Leaves rows as they are that were changed since they were sealed, and rows of the former version that others contradict.
 * They open nothing. [75]
 */
function resealBatch({ db, keyring }: Store, { target, after, skipsLocked }: Batch): Promise<BatchResult> {
  const { table, key, column, row, contextOf, former } = target;
  const { masterKey } = keyring;
  const head = Buffer.from(envelopeHead(keyring.currentId()));
  const isFormer = sql`substring(${column} from 1 for ${head.length}) <> ${head}::bytea`;
  const isNext = after === undefined ? undefined : sql`${key} > ${after}`;
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ key, sealed: column, isAgreed: former?.isAgreed ?? sql`false`, row })
      .from(table)
      .where(and(isFormer, isNext))
      .orderBy(key)
      .limit(BATCH)
      .for('no key update', skipsLocked ? { skipLocked: true } : {});
    const rows = found.map((each) => FoundRow.parse(each));
    const cardIds = rows.map((each) => Number(each.key));
    const refusedIds = masterKey.takesFormerRows()
      ? await former?.findRefused?.(tx, { masterKey, cardIds })
      : undefined;
    const newValues = rows.flatMap(({ key: id, sealed, isAgreed, row: values }) => {
      const context = contextOf(values);
      const isTaken = former && isAgreed && !refusedIds?.has(Number(id));
      const secret = masterKey.openUnder(sealed, isTaken ? [context, former.contextOf(values)] : [context]);
      if (!secret) return [];
      const bytes = Buffer.from(masterKey.seal(secret, context));
      return [sql`(${id}::${sql.raw(key.getSQLType())}, ${bytes}::bytea)`];
    });
    const result = { count: newValues.length, last: rows.at(-1)?.key };
    if (newValues.length === 0) return result;
    await tx.execute(sql`
      update ${table} set ${sql.identifier(column.name)} = fresh.sealed
      from (values ${sql.join(newValues, sql`, `)}) as fresh (key, sealed) where ${key} = fresh.key`);
    return result;
  });
}

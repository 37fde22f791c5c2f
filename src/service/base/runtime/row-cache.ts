import type { OpenDatabase } from '../../../store/database-on.ts';
import type { MerchantRow, SecretKeyRow } from '../../tables/accounts.ts';
import type { ProcessorRow } from '../../tables/processors.ts';

/** How long a row is used after it was read, should the notification of its change be lost. A revoked key ends within a second. */
const LIFE_MS = 500;
const MAX_ROWS = 10_000;

/** The PostgreSQL channel that announces changed keys or merchants. */
export const KEYS_CHANNEL = 'keys_and_merchants';

/** Rows that nearly every request reads and nearly none changes. */
export type RowCache = {
  readonly secretKeys: CachedRows<SecretKeyRow>;
  readonly merchants: CachedRows<MerchantRow>;
  readonly processors: CachedRows<ProcessorRow>;
  /** To be called once a change is committed; other processes are notified on `KEYS_CHANNEL`. */
  forget(): void;
};

type CachedRows<Row> = {
  /** The row as it was at most `LIFE_MS` ago. A missing row is looked for each time. */
  find(name: string, read: () => Promise<Row | undefined>): Promise<Row | undefined>;
};

export function createRowCache(now = () => performance.now()): RowCache {
  const secretKeys = cachedRows<SecretKeyRow>(now);
  const merchants = cachedRows<MerchantRow>(now);
  const processors = cachedRows<ProcessorRow>(now);
  return {
    secretKeys,
    merchants,
    processors,
    forget() {
      secretKeys.forget();
      merchants.forget();
      processors.forget();
    },
  };
}

export async function listenForKeyChanges(rows: RowCache, listen: OpenDatabase['listen']): Promise<void> {
  await listen(KEYS_CHANNEL, { onNotification: rows.forget, onMissed: rows.forget });
}

function cachedRows<Row>(now: () => number): CachedRows<Row> & Pick<RowCache, 'forget'> {
  let rows = new Map<string, { readonly row: Row; readonly readAt: number }>();
  return {
    async find(name, read) {
      const cached = rows.get(name);
      // The row may change between read and answer, so its age counts from before the read.
      const readAt = now();
      if (cached && readAt - cached.readAt < LIFE_MS) return cached.row;
      const rowsBeforeRead = rows;
      const row = await read();
      if (rows.size >= MAX_ROWS) rows.clear();
      // If `forget` ran meanwhile, this writes into the map that it replaced.
      if (row !== undefined) rowsBeforeRead.set(name, { row, readAt });
      return row;
    },
    forget() {
      rows = new Map();
    },
  };
}

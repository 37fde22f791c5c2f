import { AsyncLocalStorage } from 'node:async_hooks';
import type { Engine, QueryResult, RowMode } from './engine.ts';
import { type IdleLimit, idleLimit } from './idle-limit.ts';
import { StoreError } from './store-error.ts';

type Queries = {
  query(text: string, params: unknown[], options: { rowMode: RowMode }): Promise<QueryResult>;
};

/** What Drizzle's PGlite driver calls on its client. */
export type SerialClient = Queries & {
  transaction<T>(run: (transaction: Queries) => Promise<T>): Promise<T>;
  /** Waits for what is under way. */
  close(): Promise<void>;
};

/**
 * Shares one connection: a transaction has it alone from begin to end, and loses it after `idleTimeout`
 * milliseconds without a query.
 */
export function serialClient(engine: Engine, idleTimeout: number): SerialClient {
  const inLine = line();
  const around = new AsyncLocalStorage<OpenTransaction>();
  const alone = <T>(task: () => Promise<T>) => {
    // It would wait for a connection that its own caller holds, for ever.
    if (around.getStore()?.state === 'open') {
      const message = 'query the store: the caller has an open transaction, use that transaction';
      return Promise.reject(new StoreError('query_outside_transaction', message));
    }
    return inLine(task);
  };
  return {
    query: (text, params, options) => alone(() => guarded(engine, text, params, options.rowMode)),
    transaction: (run) =>
      alone(async () => {
        const open: OpenTransaction = { state: 'open' };
        await engine.query('begin', [], 'array');
        const limit = idleLimit(idleTimeout);
        const queries = transactionQueries(engine, open, limit);
        const work = around.run(open, async () => run(queries));
        return settle(
          engine,
          open,
          limit.watch(work, () => idleTooLong(idleTimeout)),
        );
      }),
    close: () => inLine(() => engine.close()),
  };
}

type OpenTransaction = { state: 'open' | 'over' };

function transactionQueries(engine: Engine, open: OpenTransaction, limit: IdleLimit): Queries {
  return {
    async query(text, params, options) {
      if (open.state === 'over')
        throw new StoreError('transaction_aborted', 'query in a transaction: it is over');
      return limit.busy(() => guarded(engine, text, params, options.rowMode));
    },
  };
}

async function settle<T>(engine: Engine, open: OpenTransaction, work: Promise<T>): Promise<T> {
  let value: T;
  try {
    value = await work;
  } catch (error) {
    open.state = 'over';
    await engine.query('rollback', [], 'array');
    throw error;
  }
  open.state = 'over';
  const { command } = await engine.query('commit', [], 'array');
  if (command === 'ROLLBACK') {
    const message = 'commit a transaction: one of its statements had failed, nothing was stored';
    throw new StoreError('transaction_aborted', message);
  }
  return value;
}

function idleTooLong(milliseconds: number) {
  return new StoreError(
    'transaction_timeout',
    `finish a transaction: it was open for ${milliseconds} ms without a query, rolled back`,
  );
}

async function guarded(engine: Engine, text: string, params: unknown[], rowMode: RowMode) {
  const values = [...params];
  try {
    return await engine.query(text, values, rowMode);
  } catch (error) {
    // Drizzle quotes this very array in its error's message, and a token must not reach a log.
    params.length = 0;
    throw error;
  }
}

function line() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}

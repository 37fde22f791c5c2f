import { AsyncLocalStorage } from 'node:async_hooks';
import type {
  BoundStatement,
  Connection,
  ConnectionPool,
  OnLastQuery,
  QueryResult,
  RowMode,
} from './engine.ts';
import { hasSqlState } from './error-causes.ts';
import { type IdleLimit, idleLimit } from './idle-limit.ts';
import { StoreError } from './store-error.ts';

export type Queries = {
  query(text: string, params: unknown[], options: { rowMode: RowMode }): Promise<QueryResult>;
};

/** The client of one transaction. */
export type TransactionClient = Queries & {
  /** How many statements were sent so far. */
  statementCount(): number;
  /** If this answer to a statement is an error, the commit fails with it. */
  awaitAtCommit(answer: Promise<unknown>): void;
};

/** The client of an optimistic transaction. It refuses queries: reads go through `reading`, writes are collected. */
export type OptimisticClient = Queries & {
  readonly optimistic: {
    /** Runs a query at once, outside any transaction. Refuses after the first collected write, which it would not see. */
    readonly reading: Queries;
    /** Statements that fail if something has changed. They run before the writes. */
    readonly conditions: BoundStatement[];
    readonly writes: BoundStatement[];
  };
};

/** What Drizzle's PGlite driver and optimistic transactions call on their client. Both stores have one. */
export type StoreClient = Queries & {
  transaction<T>(run: (transaction: TransactionClient) => Promise<T>): Promise<T>;
  readonly withSharedConnection: ConnectionPool['withSharedConnection'];
  /** Waits for what is under way. */
  close(): Promise<void>;
};

/**
 * Runs queries on connections of the pool. A transaction has one alone from begin to end, and loses it after
 * `idleTimeout` milliseconds without a query.
 */
export function storeClient(pool: ConnectionPool, idleTimeout: number): StoreClient {
  const around = new AsyncLocalStorage<OpenTransaction>();
  let openCount = 0;
  const unlessOpen = <T>(ask: () => Promise<T>): Promise<T> => {
    // The query could wait for ever for a connection that its own caller holds.
    if (around.getStore()?.state !== 'open') return ask();
    const message = 'Cannot query the store: the caller has an open transaction, use that transaction';
    return Promise.reject(new StoreError('query_outside_transaction', message));
  };
  const borrow = <T>(task: (connection: Connection, onLastQuery: OnLastQuery) => Promise<T>) =>
    unlessOpen(() => pool.withConnection(task));
  const transaction: StoreClient['transaction'] = (run) =>
    borrow(async (connection, onLastQuery) => {
      const open: OpenTransaction = { state: 'open', statements: 0, pendingWrites: [] };
      await connection.begin();
      const limit = idleLimit(idleTimeout);
      const queries = transactionQueries(connection, open, limit);
      const work = around.run(open, async () => run(queries));
      const limited = limit.watch(work, () => idleTooLong(idleTimeout));
      return commitOrRollback(limited, { connection, open, onLastQuery });
    });
  return {
    query: (text, params, { rowMode }) =>
      unquoted(params, (values) =>
        borrow((connection, onLastQuery) => {
          const answer = connection.query(text, values, rowMode);
          onLastQuery();
          return answer;
        }),
      ),
    async transaction(run) {
      openCount += 1;
      try {
        return await transaction(run);
      } finally {
        openCount -= 1;
        // While it is enabled, Node copies it to every promise. That costs a sixth of a request's time.
        if (openCount === 0) around.disable();
      }
    },
    withSharedConnection: (task) => unlessOpen(() => pool.withSharedConnection(task)),
    close: () => pool.close(),
  };
}

type OpenTransaction = {
  state: 'open' | 'over';
  statements: number;
  /** Answers that the transaction does not wait for. */
  readonly pendingWrites: Promise<unknown>[];
};

function transactionQueries(
  connection: Connection,
  open: OpenTransaction,
  limit: IdleLimit,
): TransactionClient {
  return {
    query: (text, params, { rowMode }) =>
      unquoted(params, async (values) => {
        if (open.state === 'over')
          throw new StoreError('transaction_aborted', 'Cannot query in a transaction: it is over');
        open.statements += 1;
        return limit.busy(() => connection.query(text, values, rowMode));
      }),
    statementCount: () => open.statements,
    awaitAtCommit(answer) {
      // It is awaited when the transaction ends.
      answer.catch(() => {});
      open.pendingWrites.push(answer);
    },
  };
}

type RunningTransaction = {
  readonly connection: Connection;
  readonly open: OpenTransaction;
  readonly onLastQuery: OnLastQuery;
};

async function commitOrRollback<T>(
  work: Promise<T>,
  { connection, open, onLastQuery }: RunningTransaction,
): Promise<T> {
  let value: T;
  try {
    value = await work;
  } catch (error) {
    open.state = 'over';
    await connection.query('rollback', [], 'array');
    // The earlier statement's error says why.
    if (hasSqlState(error, AFTER_FAILURE)) await Promise.all(open.pendingWrites);
    throw error;
  }
  open.state = 'over';
  const committing = connection.query('commit', [], 'array');
  onLastQuery();
  // The commit runs after all statements, so those that were not waited for have been answered by now.
  const { command } = await committing;
  await Promise.all(open.pendingWrites);
  if (command !== 'ROLLBACK') return value;
  const message = 'Cannot commit a transaction: one of its statements had failed, nothing was stored';
  throw new StoreError('transaction_aborted', message);
}

/** SQLSTATE of a statement that came after one that failed. */
const AFTER_FAILURE = '25P02';

function idleTooLong(milliseconds: number) {
  return new StoreError(
    'transaction_timeout',
    `Cannot finish a transaction: it was open for ${milliseconds} ms without a query, rolled back`,
  );
}

/** Drizzle quotes the array of values in its error message, and a token must not reach a log. */
async function unquoted<T>(params: unknown[], run: (values: unknown[]) => Promise<T>): Promise<T> {
  const values = [...params];
  try {
    return await run(values);
  } catch (error) {
    params.length = 0;
    throw error;
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Asked,
  type Connection,
  type Connections,
  QueryError,
  type QueryResult,
  type RowMode,
} from './engine.ts';
import { causesOf } from './error-causes.ts';
import { type IdleLimit, idleLimit } from './idle-limit.ts';
import { StoreError } from './store-error.ts';

type Queries = {
  query(text: string, params: unknown[], options: { rowMode: RowMode }): Promise<QueryResult>;
};

/** The client of one transaction. */
export type TransactionClient = Queries & {
  /** How many statements the store was asked so far. */
  asked(): number;
  /** The commit fails where this answer to a statement does, by the same error. */
  owe(answer: Promise<unknown>): void;
};

/** What Drizzle's PGlite driver calls on its client. Both stores have one. */
export type StoreClient = Queries & {
  transaction<T>(run: (transaction: TransactionClient) => Promise<T>): Promise<T>;
  /** Waits for what is under way. */
  close(): Promise<void>;
};

/**
 * Runs queries on connections that it borrows. A transaction has one alone from begin to end, and loses it after
 * `idleTimeout` milliseconds without a query.
 */
export function storeClient(connections: Connections, idleTimeout: number): StoreClient {
  const around = new AsyncLocalStorage<OpenTransaction>();
  const borrow = <T>(task: (connection: Connection, asked: Asked) => Promise<T>) => {
    // It could wait for ever for a connection that its own caller holds.
    if (around.getStore()?.state === 'open') {
      const message = 'query the store: the caller has an open transaction, use that transaction';
      return Promise.reject(new StoreError('query_outside_transaction', message));
    }
    return connections.lend(task);
  };
  return {
    query: (text, params, { rowMode }) =>
      unquoted(params, (values) =>
        borrow((connection, asked) => {
          const answer = connection.query(text, values, rowMode);
          asked();
          return answer;
        }),
      ),
    transaction: (run) =>
      borrow(async (connection, asked) => {
        const open: OpenTransaction = { state: 'open', asked: 0, owed: [] };
        await connection.begin();
        const limit = idleLimit(idleTimeout);
        const queries = transactionQueries(connection, open, limit);
        const work = around.run(open, async () => run(queries));
        const watched = limit.watch(work, () => idleTooLong(idleTimeout));
        return settle(watched, { connection, open, asked });
      }),
    async close() {
      await connections.close();
      // Until then Node carries it from each promise to the next.
      around.disable();
    },
  };
}

type OpenTransaction = {
  state: 'open' | 'over';
  asked: number;
  /** Answers that the transaction does not wait for. */
  readonly owed: Promise<unknown>[];
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
          throw new StoreError('transaction_aborted', 'query in a transaction: it is over');
        open.asked += 1;
        return limit.busy(() => connection.query(text, values, rowMode));
      }),
    asked: () => open.asked,
    owe(answer) {
      // Looked at once the transaction ends.
      answer.catch(() => {});
      open.owed.push(answer);
    },
  };
}

type Settling = { readonly connection: Connection; readonly open: OpenTransaction; readonly asked: Asked };

async function settle<T>(work: Promise<T>, { connection, open, asked }: Settling): Promise<T> {
  let value: T;
  try {
    value = await work;
  } catch (error) {
    open.state = 'over';
    await connection.query('rollback', [], 'array');
    if (isAfterFailure(error)) await Promise.all(open.owed);
    throw error;
  }
  open.state = 'over';
  const committing = connection.query('commit', [], 'array');
  asked();
  // Behind every statement of the transaction: what was not waited for has been answered, too.
  const { command } = await committing;
  await Promise.all(open.owed);
  if (command !== 'ROLLBACK') return value;
  const message = 'commit a transaction: one of its statements had failed, nothing was stored';
  throw new StoreError('transaction_aborted', message);
}

/** SQLSTATE of a statement that came after one that failed. */
const AFTER_FAILURE = '25P02';

/** Whether an earlier statement of the transaction tells why. */
function isAfterFailure(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof QueryError && cause.code === AFTER_FAILURE);
}

function idleTooLong(milliseconds: number) {
  return new StoreError(
    'transaction_timeout',
    `finish a transaction: it was open for ${milliseconds} ms without a query, rolled back`,
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

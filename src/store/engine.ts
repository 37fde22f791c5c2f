import type { StoreErrorCode } from './store-error.ts';

/** `full` syncs the disk before a commit is acknowledged; `fast` survives a killed process, not a power loss. */
export type Durability = 'full' | 'fast';

export type EngineOptions = {
  /** Directory of the PostgreSQL files; created when absent. */
  directory: string;
  durability: Durability;
  /** Path of the packed template directory; without it the first start runs initdb, which takes seconds. */
  template?: string;
};

export type RowMode = 'array' | 'object';

export type QueryResult = { rows: unknown[]; command?: string };

/** A statement and its values. */
export type BoundStatement = { readonly text: string; readonly params: readonly unknown[] };

/**
 * The statement by which a transaction lifts the time limit of the statements that follow in it. A pool knows it by its text
 * and lifts the limit of its own client, too.
 */
export const LIFT_TIME_LIMIT = 'set local statement_timeout = 0';

/** Runs one statement after the other, in the order of the calls. */
export type Executor = {
  query(text: string, params: readonly unknown[], rowMode: RowMode): Promise<QueryResult>;
  /** Runs the statements atomically, in one message. Call it outside a transaction. */
  executeBatch(all: readonly BoundStatement[]): Promise<void>;
};

export type Connection = Executor & {
  /** Opens a transaction for the statements that follow. It may wait for the first of them. */
  begin(): Promise<void>;
};

/** The result of one batch. */
export type BatchResult =
  | { readonly kind: 'stored' }
  | { readonly kind: 'refused'; readonly error: QueryError };

/** The embedded store. It has one connection, for which its users queue. */
export type Engine = Connection & {
  /** Runs several batches, each atomic by itself, and syncs the disk once. A refused batch is a result; a broken engine raises. */
  executeBatches(group: readonly (readonly BoundStatement[])[]): Promise<BatchResult[]>;
  /** `onNotification` gets the payloads of the channel's NOTIFYs, for as long as the engine runs. */
  listen(channel: string, onNotification: (payload: string) => void): Promise<void>;
  close(): Promise<void>;
};

export type Listener = {
  /** Called once a transaction that notified the channel has committed. */
  onNotification(payload: string): void;
  /** Called again and again while the connection is lost, and once it is back: notifications may have been missed. */
  onMissed(): void;
};

/** A task calls this once its last query is sent. The next task may then use the connection. */
export type OnLastQuery = () => void;

/** Where connections come from. */
export type ConnectionPool = {
  /** `task` has the connection alone until it settles. */
  withConnection<T>(task: (connection: Connection, onLastQuery: OnLastQuery) => Promise<T>): Promise<T>;
  /** Queries of other tasks may run between two queries of `task`: it does not reserve the connection. */
  withSharedConnection<T>(task: (executor: Executor) => Promise<T>): Promise<T>;
  listen(channel: string, listener: Listener): Promise<void>;
  /** Of a pool of connections to a server. */
  readonly counts?: () => ConnectionCounts;
  /** Waits for what is under way. */
  close(): Promise<void>;
};

/** How many connections are at work, free, and given up by who waited while the server works on; how many callers wait for one. */
export type ConnectionCounts = {
  readonly busy: number;
  readonly idle: number;
  readonly unanswered: number;
  readonly waiting: number;
};

/** What PostgreSQL says about a refused statement. */
type QueryFailure = {
  message: string;
  code?: string | undefined;
  constraint?: string | undefined;
  table?: string | undefined;
};

/** A refused statement without its values: `detail` and `where` quote rows and are left out. */
export class QueryError extends Error {
  readonly code: string;
  readonly constraint: string | undefined;
  readonly table: string | undefined;

  constructor({ message, code = 'XX000', constraint, table }: QueryFailure) {
    super(message);
    this.name = 'QueryError';
    this.code = code;
    this.constraint = constraint;
    this.table = table;
  }
}

/** Requests to the thread. They come in batches and run in order. */
export type ToThread =
  | { kind: 'begin' }
  | { kind: 'query'; id: number; text: string; params: readonly unknown[]; rowMode: RowMode }
  | { kind: 'batch'; id: number; all: readonly BoundStatement[] }
  | { kind: 'listen'; id: number; channel: string }
  | { kind: 'close' };

/** The thread's first message. */
export type ThreadStart = { kind: 'ready' } | { kind: 'refused'; code: StoreErrorCode; message: string };

/** The thread's later messages, in batches. */
export type FromThread =
  | { kind: 'result'; id: number; result: QueryResult }
  | { kind: 'failure'; id: number; failure: QueryFailure }
  | { kind: 'notified'; channel: string; payload: string };

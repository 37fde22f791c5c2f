import { DatabaseError, Pool, type PoolClient, type PoolConfig, type QueryConfig, types } from 'pg';
import { COMMIT_PROBE, refuseReadOnly } from '../commit-probe.ts';
import {
  type BoundStatement,
  type Connection,
  type ConnectionPool,
  LIFT_TIME_LIMIT,
  QueryError,
} from '../engine.ts';
import { nameOfStatement } from '../named-statements.ts';
import { asText, TEXT_TYPES } from '../text-types.ts';
import { beginWithQuery } from './begin-with-query.ts';
import { executeInOneMessage } from './execute-in-one-message.ts';
import { listenOn, type OnListening } from './listener.ts';
import {
  ANSWER_MS,
  REQUEST_LIMITS,
  type SynchronousCommit,
  sessionSettings,
  type TimeLimits,
} from './session-settings.ts';
import { unansweredConnections } from './unanswered.ts';
import { unreachable } from './unreachable.ts';

/** What `pg` takes for no limit: the longest time of a timer, 24 days. */
const NO_LIMIT_MS = 2 ** 31 - 1;
// A busy pool serves its callers in turn: a merchant, who waits for 20 s, would rather wait than get 503.
const CONNECT_MS = 15_000;

const textTypes = new Set(TEXT_TYPES);

export type PoolSettings = {
  /** A `postgresql://` address. */
  readonly url: string;
  /** The most connections held at once. */
  readonly connections: number;
  readonly synchronousCommit: SynchronousCommit;
  /** Default: those of a request. 0 is no limit, of the client either. */
  readonly limits?: TimeLimits;
  readonly onListening?: OnListening;
};

/** Connections to a PostgreSQL. A lost connection is replaced when the next one is borrowed. */
export function openPool(settings: PoolSettings): ConnectionPool {
  const pool = new Pool(poolConfig(settings));
  // A loss while idle, or between two queries, shows again when somebody borrows the connection.
  const ignore = () => {};
  const listener = listenOn(settings.url, settings.onListening);
  const unanswered = unansweredConnections(listener.isBusy);
  const checked = new WeakSet<PoolClient>();
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  const withConnection: ConnectionPool['withConnection'] = async (task) => {
    const client = await pool.connect().catch((cause) => Promise.reject(unreachable(cause)));
    const { connection, isBroken, isUnanswered } = connectionOf(client, settings.limits);
    try {
      if (!checked.has(client)) await seeOnlyWhatLasts(connection);
      checked.add(client);
      return await task(connection, waitForAll);
    } finally {
      if (isUnanswered()) unanswered.keep(client);
      else client.release(isBroken());
    }
  };
  return {
    withConnection,
    withSharedConnection: withConnection,
    listen: listener.listen,
    counts: () => ({
      busy: pool.totalCount - pool.idleCount - unanswered.count(),
      idle: pool.idleCount,
      unanswered: unanswered.count(),
      waiting: pool.waitingCount,
    }),
    close: async () => {
      unanswered.stop();
      await listener.close();
      await pool.end();
    },
  };
}

// A connection goes back once everything was answered: only then is it known to be whole.
const waitForAll = () => {};

/**
 * What a crashed primary had written and no standby has yet is seen after its start, and could be told as an answer: a new
 * connection first waits for all of that. Later ones of other connections are seen once they have waited themselves.
 */
async function seeOnlyWhatLasts(connection: Connection): Promise<void> {
  const { rows } = await connection.query(COMMIT_PROBE, [], 'object');
  const [row] = rows;
  refuseReadOnly(typeof row === 'object' && row !== null && 'at' in row ? row.at : undefined);
}

function poolConfig({
  url,
  connections,
  synchronousCommit,
  limits = REQUEST_LIMITS,
}: PoolSettings): PoolConfig {
  return {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    pipeline: true,
    keepAlive: true,
    application_name: 'wallet-service',
    onConnect: (client) => client.query(sessionSettings(synchronousCommit, limits)),
    types: {
      getTypeParser: (type, format) => (textTypes.has(type) ? asText : types.getTypeParser(type, format)),
    },
  };
}

/** The types of `pg` leave the limit of a single query out. */
type TimedQuery = QueryConfig & { readonly query_timeout?: number };

function connectionOf(client: PoolClient, limits: TimeLimits = REQUEST_LIMITS) {
  let isLimited = limits.statementMs > 0;
  let isBroken = false;
  let isUnanswered = false;
  let isToBegin = false;
  let begin: Promise<unknown> | undefined;
  const send = async (config: TimedQuery) => {
    if (isToBegin) {
      isToBegin = false;
      if (canFollowBegin(client, config)) {
        const start = beginWithQuery(client, config);
        begin = start.begin;
        return start.answer;
      }
      begin = client.query('begin');
    }
    // Statements wait for `begin`, in their order. None may run where it failed: it would commit by itself.
    if (begin) await (config.text === 'rollback' ? begin.catch(() => {}) : begin);
    begin = undefined;
    return client.query(config);
  };
  const noteFailures = async <T>(task: () => Promise<T>): Promise<T> => {
    sendTogether(client);
    try {
      return await task();
    } catch (error) {
      isBroken ||= !(error instanceof DatabaseError) || isFatal(error) || isOver(error);
      isUnanswered ||= error instanceof Error && error.message === NO_ANSWER;
      throw error instanceof DatabaseError ? new QueryError(error) : unreachable(error);
    }
  };
  const query: Connection['query'] = (text, params, rowMode) =>
    noteFailures(async () => {
      const name = nameOfStatement(text);
      if (text === LIFT_TIME_LIMIT) isLimited = false;
      const { rows, command } = await send({
        text,
        values: [...params],
        ...(!isLimited && { query_timeout: NO_LIMIT_MS }),
        ...(name !== undefined && { name }),
        ...(rowMode === 'array' && { rowMode }),
      });
      if (name !== undefined) namesOf(client).add(name);
      return { rows, command };
    });
  // Sent with the first statement.
  const beginWithNext = async () => {
    isToBegin = true;
  };
  const executeBatch: Connection['executeBatch'] = async (all) => {
    const batch = all.map((each) => ({ ...each, name: nameOfStatement(each.text) ?? '' }));
    if (batch.every(({ name }) => name === '' || namesOf(client).has(name)))
      return noteFailures(() => executeInOneMessage(client, batch));
    // This connection does not know some of these statements yet. They run one by one, which parses them.
    await beginWithNext();
    await executeOneByOne(query, all);
  };
  return {
    connection: { begin: beginWithNext, query, executeBatch: executeBatch } satisfies Connection,
    isBroken: () => isBroken,
    isUnanswered: () => isUnanswered,
  };
}

async function executeOneByOne(query: Connection['query'], all: readonly BoundStatement[]): Promise<void> {
  try {
    await Promise.all(all.map(({ text, params }) => query(text, params, 'array')));
  } catch (error) {
    await query('rollback', [], 'array');
    throw error;
  }
  await query('commit', [], 'array');
}

const parsedNames = new WeakMap<PoolClient, Set<string>>();

/** The named statements that a connection has parsed. */
function namesOf(client: PoolClient): Set<string> {
  const names = parsedNames.get(client) ?? new Set();
  parsedNames.set(client, names);
  return names;
}

/**
 * A text without values could be several statements. And `pg` would take the parsing of `begin` for that of a statement
 * whose name is new here.
 */
function canFollowBegin(client: PoolClient, { name, values = [] }: QueryConfig): boolean {
  return name === undefined ? values.length > 0 : namesOf(client).has(name);
}

/** Sends all statements issued while promises settle in one write, because a write costs as much as a statement. */
function sendTogether({ connection: { stream } }: PoolClient) {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** What `pg` says where its own limit has passed. */
const NO_ANSWER = 'Query read timeout';

/**
 * SQLSTATEs after which another connection may do better: a named statement that this one no longer has, or whose tables have
 * changed since; a server that became a standby, has no room, or is going down.
 */
const isOver = ({ code = '' }: DatabaseError) => /^(26000|0A000|25006|53|57P)/.test(code);
const isFatal = ({ severity }: DatabaseError) => severity === 'FATAL' || severity === 'PANIC';

import { type messages, type PGlite, parse, protocol } from '@electric-sql/pglite';
import type { BoundStatement, QueryResult, RowMode } from '../engine.ts';

/** Each statement holds a plan in the engine's memory; the service has about a hundred. */
const MAX_STATEMENTS = 256;
const canBePrepared = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i;
const { serialize } = protocol;

type Statement = {
  readonly name: string;
  readonly parameterTypes: readonly number[];
  /** Describes the statement's rows, and is put before them. */
  readonly description: readonly messages.BackendMessage[];
};

export type PreparedStatements = {
  /** Runs a statement that this connection has parsed and planned, earlier or now; undefined for other commands. */
  run(text: string, params: readonly unknown[], rowMode: RowMode): Promise<QueryResult> | undefined;
  /** Runs all of them as one transaction, in one call of the engine. */
  executeBatch(all: readonly BoundStatement[]): Promise<void>;
};

/**
 * PGlite's own `query` parses and plans again each time, in five calls of the engine, which costs ten times as much as
 * running. The statement that was unused for the longest time makes room for a new one.
 */
export function preparedStatements(pglite: PGlite): PreparedStatements {
  const knownStatements = new Map<string, Statement>();
  let count = 0;
  const send = (...parts: readonly Uint8Array[]) =>
    pglite.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false });
  const prepare = async (text: string): Promise<Statement> => {
    const name = `s${++count}`;
    const answers = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    return {
      name,
      parameterTypes: parse.parseDescribeStatementResults(answers),
      description: answers.filter((answer) => answer.name === 'rowDescription'),
    };
  };
  const find = async (text: string): Promise<Statement> => {
    const statement = knownStatements.get(text) ?? (await prepare(text));
    knownStatements.delete(text);
    knownStatements.set(text, statement);
    const [oldest] = knownStatements;
    if (knownStatements.size > MAX_STATEMENTS && oldest) {
      knownStatements.delete(oldest[0]);
      await send(serialize.close({ type: 'S', name: oldest[1].name }));
    }
    return statement;
  };
  const bindStatement = ({ name, parameterTypes }: Statement, params: readonly unknown[]) => {
    const values = params.map((value, index) => encode(pglite, value, parameterTypes[index]));
    return serialize.bind({ statement: name, values });
  };
  // There is no Sync between them: PostgreSQL takes them for one transaction.
  const executeAll = async (all: readonly BoundStatement[]) => {
    const parts: Uint8Array[] = [];
    for (const { text, params } of all)
      parts.push(bindStatement(await find(text), params), serialize.execute({}));
    await send(...parts);
  };
  const execute = async (text: string, params: readonly unknown[], rowMode: RowMode) => {
    const statement = await find(text);
    const answers = await send(bindStatement(statement, params), serialize.execute({}));
    const [result] = parse.parseResults([...statement.description, ...answers], pglite.parsers, { rowMode });
    const { rows = [], command } = result ?? {};
    return command === undefined ? { rows } : { rows, command };
  };
  return {
    run: (text, params, rowMode) =>
      canBePrepared.test(text) ? pglite.runExclusive(() => execute(text, params, rowMode)) : undefined,
    executeBatch: (all) => pglite.runExclusive(() => executeAll(all)),
  };
}

function encode(pglite: PGlite, value: unknown, type = 0) {
  if (value === null || value === undefined) return null;
  return pglite.serializers[type]?.(value) ?? String(value);
}

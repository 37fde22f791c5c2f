import { type Connection, type PoolClient, Query } from 'pg';

/** A statement that the connection has parsed under this name, or parses now where the name is empty. */
export type NamedStatement = {
  readonly name: string;
  readonly text: string;
  readonly params: readonly unknown[];
};

/**
 * Several statements in one message to the server, which reads none of their rows. One Sync ends them: PostgreSQL takes them
 * for one transaction, and skips those after one that fails.
 */
class BatchQuery extends Query {
  constructor(all: readonly NamedStatement[], callback: (error: Error | undefined) => void) {
    super({ text: '', values: [] }, callback);
    this.submit = (connection: Connection) => {
      for (const { name, text, params } of all) {
        if (name === '') connection.parse({ name, text, types: [] }, true);
        connection.bind({ statement: name, values: params.map(encode) }, true);
        connection.execute({}, true);
      }
      connection.sync();
    };
  }

  // `pg` cannot read a row without its description, which the message does not ask for.
  handleDataRow() {}
}

/** Resolves once all is committed. */
export function executeInOneMessage(client: PoolClient, all: readonly NamedStatement[]): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new BatchQuery(all, (error) => (error ? reject(error) : resolve())));
  });
}

function encode(value: unknown) {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return String(value);
}

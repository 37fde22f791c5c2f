import { type Connection, type PoolClient, Query } from 'pg';

/** A statement that the connection knows by its name, or is told by its text where the name is empty. */
export type NamedStatement = {
  readonly name: string;
  readonly text: string;
  readonly params: readonly unknown[];
};

/**
 * Several statements in one message to the server; nobody wants their rows. One Sync ends them: PostgreSQL takes them for
 * one transaction, and skips those behind one that fails.
 */
class QueriesTogether extends Query {
  constructor(all: readonly NamedStatement[], done: (error: Error | undefined) => void) {
    super({ text: '', values: [] }, done);
    this.submit = (connection: Connection) => {
      for (const { name, text, params } of all) {
        if (name === '') connection.parse({ name, text, types: [] }, true);
        connection.bind({ statement: name, values: params.map(written) }, true);
        connection.execute({}, true);
      }
      connection.sync();
    };
  }

  // No description was asked for, without which `pg` cannot read a row.
  handleDataRow() {}
}

/** Resolves once all is committed. */
export function executeInOneMessage(client: PoolClient, all: readonly NamedStatement[]): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new QueriesTogether(all, (error) => (error ? reject(error) : resolve())));
  });
}

function written(value: unknown) {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return String(value);
}

import { type Connection, type PoolClient, Query, type QueryArrayResult, type QueryConfig } from 'pg';

/** What `pg` calls on a query; its types leave this out. */
type Heard = { handleCommandComplete(message: { readonly text: string }, connection: Connection): void };
const heard = Query.prototype as unknown as Heard;

/**
 * A transaction's first statement with `begin` before it, in one message to the server. No Sync stands between them: if
 * `begin` fails, the server skips the statement, which would otherwise commit by itself.
 */
class BeginningQuery extends Query {
  constructor(config: QueryConfig, done: (error: Error | undefined, result: unknown) => void) {
    super(config, done);
    const submit = this.submit;
    this.submit = (connection) => {
      connection.parse({ text: 'begin', name: '', types: [] }, true);
      connection.bind({}, true);
      connection.execute({}, true);
      return submit.call(this, connection);
    };
  }

  handleCommandComplete(message: { readonly text: string }, connection: Connection) {
    if (message.text !== 'BEGIN') heard.handleCommandComplete.call(this, message, connection);
  }
}

/** `config` has values, or a name that the connection knows. */
export function beginWithQuery(client: PoolClient, config: QueryConfig): Promise<QueryArrayResult> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | undefined, result: unknown) =>
      error ? reject(error) : resolve(result as QueryArrayResult);
    client.query(new BeginningQuery(config, done));
  });
}

import { type Connection, type PoolClient, Query, type QueryArrayResult, type QueryConfig } from 'pg';

/** What `pg` calls on a query; its types leave this out. */
type Heard = { handleCommandComplete(message: { readonly text: string }, connection: Connection): void };
const heard = Query.prototype as unknown as Heard;

type Done = (error: Error | undefined, result: unknown) => void;

/**
 * A transaction's first statement with `begin` before it, in one message to the server. No Sync stands between them: if
 * `begin` fails, the server skips the statement, which would otherwise commit by itself.
 */
class BeginningQuery extends Query {
  readonly #begun: () => void;

  constructor(config: QueryConfig, done: Done, begun: () => void) {
    super(config, done);
    this.#begun = begun;
    const submit = this.submit;
    this.submit = (connection) => {
      connection.parse({ text: 'begin', name: '', types: [] }, true);
      connection.bind({}, true);
      connection.execute({}, true);
      return submit.call(this, connection);
    };
  }

  handleCommandComplete(message: { readonly text: string }, connection: Connection) {
    if (message.text === 'BEGIN') this.#begun();
    else heard.handleCommandComplete.call(this, message, connection);
  }
}

type TransactionStart = {
  /** Settles once the transaction is open, or known not to be. */
  readonly begun: Promise<void>;
  readonly answer: Promise<QueryArrayResult>;
};

/** `config` has values, or a name that the connection knows. */
export function beginWithQuery(client: PoolClient, config: QueryConfig): TransactionStart {
  let markBegun = () => {};
  const opened = new Promise<void>((resolve) => {
    markBegun = resolve;
  });
  const answered = new Promise<QueryArrayResult>((resolve, reject) => {
    const done: Done = (error, result) => (error ? reject(error) : resolve(result as QueryArrayResult));
    client.query(new BeginningQuery(config, done, markBegun));
  });
  // An error that comes first is that of `begin`. A result that does is of another pg than this was written for.
  const begun = Promise.race([opened, answered.then(refuseUnbegun)]);
  return { begun, answer: begun.then(() => answered) };
}

function refuseUnbegun(): never {
  throw new Error('Cannot begin a transaction: pg told of no answer to begin');
}

import { type Connection, type PoolClient, Query, type QueryArrayResult, type QueryConfig } from 'pg';

type CommandComplete = { readonly text: string };
/** What `pg` calls on a query; its types leave this out. */
type CommandCompleteHandler = {
  handleCommandComplete(message: CommandComplete, connection: Connection): void;
};
const queryPrototype = Query.prototype as unknown as CommandCompleteHandler;

type Callback = (error: Error | undefined, result: unknown) => void;

/**
 * A transaction's first statement with `begin` before it, in one message to the server. There is no Sync between them:
 * if `begin` fails, the server skips the statement, which would otherwise commit by itself.
 */
class BeginAndQuery extends Query {
  readonly #onBegin: () => void;

  constructor(config: QueryConfig, callback: Callback, onBegin: () => void) {
    super(config, callback);
    this.#onBegin = onBegin;
    const submit = this.submit;
    this.submit = (connection) => {
      connection.parse({ text: 'begin', name: '', types: [] }, true);
      connection.bind({}, true);
      connection.execute({}, true);
      return submit.call(this, connection);
    };
  }

  handleCommandComplete(message: CommandComplete, connection: Connection) {
    if (message.text === 'BEGIN') this.#onBegin();
    else queryPrototype.handleCommandComplete.call(this, message, connection);
  }
}

type TransactionStart = {
  /** Settles once the transaction is open, or known not to be. */
  readonly begin: Promise<void>;
  readonly answer: Promise<QueryArrayResult>;
};

/** `config` has values, or a name that the connection knows. */
export function beginWithQuery(client: PoolClient, config: QueryConfig): TransactionStart {
  let onBegin = () => {};
  const beginAnswer = new Promise<void>((resolve) => {
    onBegin = resolve;
  });
  const queryAnswer = new Promise<QueryArrayResult>((resolve, reject) => {
    const callback: Callback = (error, result) =>
      error ? reject(error) : resolve(result as QueryArrayResult);
    client.query(new BeginAndQuery(config, callback, onBegin));
  });
  // An error before the answer to BEGIN means that `begin` failed. A result before it means that `pg` changed its internals.
  const begin = Promise.race([beginAnswer, queryAnswer.then(refuseMissingBegin)]);
  return { begin, answer: begin.then(() => queryAnswer) };
}

function refuseMissingBegin(): never {
  throw new Error('Cannot begin a transaction: pg reported no answer to BEGIN');
}

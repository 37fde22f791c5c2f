import type { Database } from './database.ts';
import type { OptimisticClient, StoreClient, TransactionClient } from './store-client.ts';

/** The client of a store, a transaction or an optimistic transaction. */
type AnyClient = TransactionClient | StoreClient | OptimisticClient;
type Client = AnyClient & Partial<TransactionClient & StoreClient & OptimisticClient>;

type WithClient = { readonly client: Client };

/** Drizzle's types hide the client. */
export function clientOf({ _: { session } }: Database): Client {
  return (session as unknown as WithClient).client;
}

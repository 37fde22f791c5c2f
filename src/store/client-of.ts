import type { Database } from './database.ts';
import type { DraftClient, StoreClient, TransactionClient } from './store-client.ts';

/** The client of a store, a transaction or a draft. */
type AnyClient = TransactionClient | StoreClient | DraftClient;
type Client = AnyClient & Partial<TransactionClient & StoreClient & DraftClient>;

type WithClient = { readonly client: Client };

/** Drizzle keeps it for itself. */
export function clientOf({ _: { session } }: Database): Client {
  return (session as unknown as WithClient).client;
}

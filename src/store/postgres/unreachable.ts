import { StoreError } from '../store-error.ts';

/** Whatever kept a server from being asked, or from answering. */
export function unreachable(cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const advice = /SSL|certificate/i.test(reason)
    ? ', expected TLS with a certificate that can be verified (sslrootcert=<file> for an authority of your own), or sslmode=disable in DATABASE_URL'
    : '';
  return new StoreError(
    'store_unreachable',
    `Cannot ask the PostgreSQL of DATABASE_URL: ${reason}${advice}`,
    {
      cause,
    },
  );
}

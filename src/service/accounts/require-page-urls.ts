import { eq } from 'drizzle-orm';
import type { ErrorCode } from '../../contract/errors.ts';
import type { ServiceContext } from '../context.ts';
import { accounts } from '../db/tables/accounts.ts';
import { requireCallbackUrl } from '../egress/require-callback-url.ts';
import { isLoopback } from '../loopback.ts';
import { ServiceError } from '../service-error.ts';
import { isRegisteredOrigin } from './registered-origins.ts';

type PageGiven = { readonly returnUrl: string | undefined; readonly callbackUrl: string | undefined };

/**
 * Addresses that came from a page, which anybody may have written: they must lie on an origin registered for the
 * publishable key. Raises `return_url_forbidden`, `callback_url_forbidden`, `callback_url_invalid`. Chosen: service.md C13,
 * proofs.md S17.
 */
export async function requirePageUrls(
  context: ServiceContext,
  { accountId, returnUrl, callbackUrl }: PageGiven & { readonly accountId: number },
): Promise<void> {
  const [account] = await context.db.select().from(accounts).where(eq(accounts.id, accountId));
  const origins = account?.origins ?? [];
  if (returnUrl !== undefined && !isPageOfShop(returnUrl, origins)) {
    throw forbidden('return_url_forbidden', 'return_url');
  }
  if (callbackUrl === undefined) return;
  requireCallbackUrl(callbackUrl, context.egress);
  if (!isRegisteredOrigin(origins, new URL(callbackUrl).origin)) {
    throw forbidden('callback_url_forbidden', 'callback_url');
  }
}

/** Judged as it was written, before a parser repairs it: two slashes, no backslash, no blank, no credentials. */
function isPageOfShop(text: string, origins: readonly string[]): boolean {
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[^\x21-\x7e]|\\/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  const isSafe = url.protocol === 'https:' || isLoopback(url.origin);
  return isSafe && isRegisteredOrigin(origins, url.origin);
}

function forbidden(code: ErrorCode, param: string): ServiceError {
  return new ServiceError(
    code,
    `Cannot take '${param}': it does not lie on an origin registered for the publishable key, expected one that does`,
    { param },
  );
}

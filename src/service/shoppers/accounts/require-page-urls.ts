import { eq } from 'drizzle-orm';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { isLoopback } from '../../base/loopback.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { requireCallbackUrl } from '../../callbacks/egress/require-callback-url.ts';
import { accounts } from '../../tables/accounts.ts';
import { isRegisteredOrigin } from './registered-origins.ts';

type PageUrls = {
  readonly accountId: number;
  readonly returnUrl: string | undefined;
  readonly callbackUrl: string | undefined;
  /** Callback addresses that the merchant has registered. */
  readonly notificationUrls: readonly string[];
};

/**
 * Checks addresses from a page, which any client can forge. Returns the callback URL. Each must lie on an origin
 * registered for the publishable key, or be registered by the merchant. Raises `return_url_forbidden`,
 * `callback_url_forbidden`, `callback_url_invalid`. Rule: instant/page-addresses.
 */
export async function requirePageUrls(
  core: Core,
  { accountId, returnUrl, callbackUrl, notificationUrls }: PageUrls,
): Promise<string | undefined> {
  const [account] = await core.db.select().from(accounts).where(eq(accounts.id, accountId));
  const origins = account?.origins ?? [];
  if (returnUrl !== undefined && !isPageOfShop(returnUrl, origins)) {
    throw urlForbidden('return_url_forbidden', 'return_url');
  }
  const url = callbackUrl ?? notificationUrls[0];
  if (url === undefined) return undefined;
  // A registered address is checked too: the `EGRESS` of this start decides what may be reached.
  requireCallbackUrl(url, core.egress);
  if (notificationUrls.length > 0) {
    if (!notificationUrls.includes(url)) throw urlUnregistered();
    return url;
  }
  if (!isRegisteredOrigin(origins, new URL(url).origin)) {
    throw urlForbidden('callback_url_forbidden', 'callback_url');
  }
  return url;
}

function urlUnregistered(): ServiceError {
  return new ServiceError(
    'callback_url_forbidden',
    "Cannot take 'callback_url': it is not registered, expected none or one of the merchant's notificationUrls",
    { param: 'callback_url' },
  );
}

/** Judges the text as written, before a parser repairs it: two slashes, no backslash, no blank, no credentials. */
function isPageOfShop(text: string, origins: readonly string[]): boolean {
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[^\x21-\x7e]|\\/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  const isSafe = url.protocol === 'https:' || isLoopback(url.origin);
  return isSafe && isRegisteredOrigin(origins, url.origin);
}

function urlForbidden(code: ErrorCode, param: string): ServiceError {
  return new ServiceError(
    code,
    `Cannot take '${param}': it does not lie on an origin registered for the publishable key, expected one that does`,
    { param },
  );
}

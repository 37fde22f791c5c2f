import { ServiceError } from '../base/service-error.ts';
import type { AppContext } from './app-env.ts';

/** Keys end up in logs and histories when they stand in an address. */
export function refuseKeyInUrl(c: AppContext) {
  const found = [...new URL(c.req.url).searchParams].some(
    ([name, value]) => name.toLowerCase() === 'secretkey' || value.startsWith('sk_'),
  );
  if (!found) return;
  throw new ServiceError(
    'secret_key_in_url',
    "Cannot authenticate: the secret key stands in the URL, expected it in the header 'secretKey'; revoke this key",
  );
}

/** Browsers name the page's origin: whoever reads that page has the key. */
export function refuseKeyInBrowser(c: AppContext) {
  if (c.req.header('Origin') === undefined) return;
  throw new ServiceError(
    'secret_key_in_browser',
    "Cannot authenticate: a browser sent the secret key, expected it from the merchant's backend alone; revoke this key",
  );
}

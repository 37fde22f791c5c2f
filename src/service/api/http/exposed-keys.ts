import { demoSecretKey } from '../../base/keys/secret-key.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { AppContext } from './app-env.ts';

/** Refuses a key in an address, which would end up in logs and histories. */
export function refuseKeyInUrl(c: AppContext) {
  const hasKey = [...new URL(c.req.url).searchParams].some(
    ([name, value]) => name.toLowerCase() === 'secretkey' || value.startsWith('sk_'),
  );
  if (!hasKey) return;
  throw new ServiceError(
    'secret_key_in_url',
    "Cannot authenticate: the secret key stands in the URL, expected it in the header 'secretKey'; revoke this key",
  );
}

/** Refuses a key from a browser, which names its page's origin: every reader of that page has the key. */
export function refuseKeyInBrowser(c: AppContext) {
  if (c.req.header('Origin') === undefined) return;
  throw new ServiceError(
    'secret_key_in_browser',
    "Cannot authenticate: a browser sent the secret key, expected it from the merchant's backend alone; revoke this key",
  );
}

/**
 * Whether the request comes from this service's own /docs with the demo key. Only on a local service: everybody knows
 * that key.
 */
export function isSentByOwnDocs(c: AppContext): boolean {
  const origin = c.req.header('Origin') ?? '';
  return (
    !c.get('service').config.exposure.isPublic &&
    c.req.header('secretKey') === demoSecretKey.text &&
    c.req.header('Sec-Fetch-Site') === 'same-origin' &&
    URL.canParse(origin) &&
    new URL(origin).host === c.req.header('Host')
  );
}

import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { type TokenAnswer, TokenForm } from '../../../contract/frame/wallet-api.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import { findAccountByPublishableKey } from '../../shoppers/accounts/find-account.ts';
import { connectWallet } from '../../shoppers/sessions/connect-wallet.ts';
import type { AppContext, AppEnv } from '../http/app-env.ts';
import { readForm } from '../http/form-body.ts';
import { countRequest } from '../http/middleware/rate-limits.ts';
import { parseForm } from '../http/parse-form.ts';
import { annotateRequest } from '../http/request-history.ts';

export const TOKEN_PATH = '/wallet/api/v1/token';
const PREFLIGHT_SECONDS = '600';

/** The token exchange, the only route that other origins may call, and the key that verifies its tokens. */
export function tokenRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post(TOKEN_PATH, answerToken);
  routes.options(TOKEN_PATH, answerPreflight);
  routes.get('/.well-known/jwks.json', answerKeys);
  return routes;
}

/** Lets any page read a refusal, also `origin_not_allowed` and `shutting_down`. Only a registered origin reads a token. */
export const readableRefusals = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  c.res.headers.append('Vary', 'Origin');
  if (!c.res.headers.has('Access-Control-Allow-Origin'))
    c.res.headers.set('Access-Control-Allow-Origin', '*');
});

async function answerToken(c: AppContext) {
  const form = await readForm(c);
  const { publishableKey, refreshToken, walletSession } = parseForm(TokenForm, form);
  await countRequest(c, 'token-exchange', refreshToken);
  const origin = c.req.header('Origin');
  annotateRequest(c, { origin });
  const service = c.get('service');
  const account = await findAccountByPublishableKey(service, publishableKey);
  const session = await runLockingTransaction(service, (core) =>
    connectWallet(core, { account, refreshToken, walletSession, origin }),
  );
  annotateRequest(c, { walletSessionId: session.walletSession });
  if (origin !== undefined) c.header('Access-Control-Allow-Origin', origin);
  return c.json({ status: 'OK', ...session } satisfies TokenAnswer);
}

/**
 * The SDK causes no preflight. A page's tools may, by adding headers such as `traceparent`. The service allows those,
 * ignores them, and never allows credentials.
 */
function answerPreflight(c: AppContext) {
  const names = c.req.header('Access-Control-Request-Headers') ?? '';
  c.header('Access-Control-Allow-Methods', 'POST');
  c.header('Access-Control-Allow-Headers', isHarmless(names) ? names : 'Content-Type');
  c.header('Vary', 'Access-Control-Request-Headers', { append: true });
  c.header('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  return c.body(null, 204);
}

const MOST_HEADERS = 32;

/** Whether it lists names other than the secret key's, which no page may send, not even to be refused. */
function isHarmless(header: string): boolean {
  const names = header.split(',').map((name) => name.trim());
  const isName = (name: string) => /^[\w-]{1,64}$/.test(name) && name.toLowerCase() !== 'secretkey';
  return names.length <= MOST_HEADERS && names.every(isName);
}

function answerKeys(c: AppContext) {
  c.header('Cache-Control', 'public, max-age=300');
  const keys = c.get('service').keys.accessToken.published();
  return c.json({ keys: keys.map((key) => ({ ...key, alg: 'ES256', use: 'sig' })) });
}

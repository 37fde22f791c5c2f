import { type Context, Hono } from 'hono';
import {
  type AccountAnswer,
  AccountCreation,
  type AccountsAnswer,
  type DoneAnswer,
  type MerchantAnswer,
  type SecretKeyAnswer,
  type WebhookSecretAnswer,
} from '../../contract/admin-api.ts';
import { MerchantSettingsChange } from '../../contract/merchant-settings.ts';
import { rotateWebhookSecret } from '../accounts/webhook-secrets.ts';
import type { ServiceContext } from '../context.ts';
import type { AppEnv } from '../http/app-env.ts';
import { readJson } from '../http/json-body.ts';
import { addSecretKey, revokeSecretKey } from './account-keys.ts';
import { changeMerchant } from './change-merchant.ts';
import { listAccounts, requireAccount } from './list-accounts.ts';
import { openAccount } from './open-account.ts';
import { pathName } from './path-name.ts';
import { pathNumber } from './path-number.ts';

/** Accounts, their keys, and their merchants' settings. */
export function accountRoutes(context: ServiceContext): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/accounts', async (c) => {
    return c.json({ status: 'OK', accounts: await listAccounts(context) } satisfies AccountsAnswer);
  });
  routes.post('/accounts', async (c) => {
    const opened = await openAccount(context, await readJson(c, AccountCreation));
    return c.json({ status: 'OK', ...opened } satisfies AccountAnswer);
  });
  routes.patch('/merchants/:merchantId', async (c) => {
    const merchantId = pathNumber(c.req.param('merchantId'));
    const change = await readJson(c, MerchantSettingsChange);
    const merchant = await changeMerchant(context, { merchantId, change });
    return c.json({ status: 'OK', merchant } satisfies MerchantAnswer);
  });
  routes.post('/accounts/:accountId/webhook-secret', async (c) => {
    const account = await requireAccount(context, accountId(c));
    const secret = await rotateWebhookSecret(context, account);
    return c.json({ status: 'OK', webhook_secret: secret } satisfies WebhookSecretAnswer);
  });
  routes.post('/accounts/:accountId/secret-keys', async (c) => {
    const added = await addSecretKey(context, accountId(c));
    return c.json({ status: 'OK', ...added } satisfies SecretKeyAnswer);
  });
  routes.delete('/accounts/:accountId/secret-keys/:keyId', async (c) => {
    await revokeSecretKey(context, { accountId: accountId(c), keyId: pathName(c.req.param('keyId')) });
    return c.json({ status: 'OK' } satisfies DoneAnswer);
  });
  return routes;
}

function accountId(c: Context<AppEnv, '/accounts/:accountId/*'>): number {
  return pathNumber(c.req.param('accountId'));
}

import { type Context, Hono } from 'hono';
import {
  type AccountAnswer,
  AccountChange,
  type AccountChangeAnswer,
  AccountCreation,
  type AccountsAnswer,
  type MerchantAnswer,
  type SecretKeyAnswer,
  type WebhookSecretAnswer,
} from '../../../../contract/admin/accounts.ts';
import type { DoneAnswer } from '../../../../contract/admin/answer.ts';
import { MerchantSettingsChange } from '../../../../contract/billing/merchant-settings.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { readJson } from '../../../api/http/json-body.ts';
import { recorded } from '../../../api/http/middleware/record-act.ts';
import type { ServiceContext } from '../../../base/runtime/context.ts';
import { rotateWebhookSecret } from '../../../callbacks/webhook-secrets.ts';
import { addSecretKey, revokeSecretKey } from '../account-keys.ts';
import { changeAccount } from '../change-account.ts';
import { changeMerchant } from '../change-merchant.ts';
import { listAccounts, requireAccount } from '../list-accounts.ts';
import { openAccount } from '../open-account.ts';
import { pathName, pathNumber } from '../path-parameter.ts';

/** Accounts, their keys, and their merchants' settings. */
export function accountRoutes(context: ServiceContext): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/accounts', async (c) => {
    return c.json({ status: 'OK', accounts: await listAccounts(context) } satisfies AccountsAnswer);
  });
  routes.post('/accounts', async (c) => {
    const creation = await readJson(c, AccountCreation);
    const opened = await recorded(c, context, async (inside) => {
      const result = await openAccount(inside, creation);
      const { account_id, name, origins, secret_key_ids } = result.account;
      return {
        done: { act: 'account.created', accountId: account_id, details: { name, origins, secret_key_ids } },
        result,
      };
    });
    return c.json({ status: 'OK', ...opened } satisfies AccountAnswer);
  });
  routes.patch('/accounts/:accountId', async (c) => {
    const change = await readJson(c, AccountChange);
    const account = await recorded(c, context, async (inside) => {
      const named = { accountId: pathNumber(c.req.param('accountId')), change };
      const result = await changeAccount(inside, named);
      return { done: { act: 'account.changed', accountId: named.accountId, details: change }, result };
    });
    return c.json({ status: 'OK', account } satisfies AccountChangeAnswer);
  });
  routes.patch('/merchants/:merchantId', async (c) => {
    const merchantId = pathNumber(c.req.param('merchantId'));
    const change = await readJson(c, MerchantSettingsChange);
    const merchant = await recorded(c, context, async (inside) => {
      const { accountId, merchant: result } = await changeMerchant(inside, { merchantId, change });
      const subject = `merchant ${merchantId}`;
      return { done: { act: 'merchant.changed', accountId, subject, details: change }, result };
    });
    return c.json({ status: 'OK', merchant } satisfies MerchantAnswer);
  });
  routes.post('/accounts/:accountId/webhook-secret', async (c) => {
    const { secret, previousUntil } = await recorded(c, context, async (inside) => {
      const account = await requireAccount(inside, accountId(c));
      const result = await rotateWebhookSecret(inside, account);
      return { done: { act: 'webhook-secret.rotated', accountId: account.id }, result };
    });
    return c.json({
      status: 'OK',
      webhook_secret: secret,
      previous_until: previousUntil.toISOString(),
    } satisfies WebhookSecretAnswer);
  });
  routes.post('/accounts/:accountId/secret-keys', async (c) => {
    const added = await recorded(c, context, async (inside) => {
      const result = await addSecretKey(inside, accountId(c));
      const subject = `secret key ${result.secret_key_id}`;
      return { done: { act: 'secret-key.created', accountId: accountId(c), subject }, result };
    });
    return c.json({ status: 'OK', ...added } satisfies SecretKeyAnswer);
  });
  routes.delete('/accounts/:accountId/secret-keys/:keyId', async (c) => {
    const named = { accountId: accountId(c), keyId: pathName(c.req.param('keyId')) };
    await recorded(c, context, async (inside) => {
      const result = await revokeSecretKey(inside, named);
      const subject = `secret key ${named.keyId}`;
      return { done: { act: 'secret-key.revoked', accountId: named.accountId, subject }, result };
    });
    return c.json({ status: 'OK' } satisfies DoneAnswer);
  });
  return routes;
}

function accountId(c: Context<AppEnv, '/accounts/:accountId/*'>): number {
  return pathNumber(c.req.param('accountId'));
}

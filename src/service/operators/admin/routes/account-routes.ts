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
import { runRecorded } from '../../../api/http/middleware/run-recorded.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { rotateWebhookSecret } from '../../../callbacks/webhook-secrets.ts';
import { warnAboutAnyPan } from '../../../shoppers/accounts/warn-about-any-pan.ts';
import { addSecretKey, revokeSecretKey } from '../account-keys.ts';
import { changeAccount, changeMerchant } from '../change-account.ts';
import { listAccounts, requireAccount } from '../list-accounts.ts';
import { openAccount } from '../open-account.ts';
import { pathId, pathNumber } from '../path-parameter.ts';

/** Accounts, their keys, and their merchants' settings. */
export function accountRoutes(runtime: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/accounts', async (c) => {
    return c.json({ status: 'OK', accounts: await listAccounts(runtime) } satisfies AccountsAnswer);
  });
  routes.post('/accounts', async (c) => {
    const creation = await readJson(c, AccountCreation);
    const account = await runRecorded(c, runtime, async (core) => {
      const result = await openAccount(core, creation);
      const { account_id, name, origins, secret_key_ids } = result.account;
      return {
        record: { act: 'account.created', accountId: account_id, details: { name, origins, secret_key_ids } },
        result,
      };
    });
    return c.json({ status: 'OK', ...account } satisfies AccountAnswer);
  });
  routes.patch('/accounts/:accountId', async (c) => {
    const change = await readJson(c, AccountChange);
    const account = await runRecorded(c, runtime, async (core) => {
      const target = { accountId: pathNumber(c.req.param('accountId')), change };
      const result = await changeAccount(core, target);
      return { record: { act: 'account.changed', accountId: target.accountId, details: change }, result };
    });
    return c.json({ status: 'OK', account } satisfies AccountChangeAnswer);
  });
  routes.patch('/merchants/:merchantId', async (c) => {
    const merchantId = pathNumber(c.req.param('merchantId'));
    const change = await readJson(c, MerchantSettingsChange);
    const merchant = await runRecorded(c, runtime, async (core) => {
      const { accountId, merchant: result } = await changeMerchant(core, { merchantId, change });
      const subject = `merchant ${merchantId}`;
      return { record: { act: 'merchant.changed', accountId, subject, details: change }, result };
    });
    if (change.allowAnyPan) await warnAboutAnyPan(runtime);
    return c.json({ status: 'OK', merchant } satisfies MerchantAnswer);
  });
  routes.post('/accounts/:accountId/webhook-secret', async (c) => {
    const { secret, previousUntil } = await runRecorded(c, runtime, async (core) => {
      const account = await requireAccount(core, accountId(c));
      const result = await rotateWebhookSecret(core, account);
      return { record: { act: 'webhook-secret.rotated', accountId: account.id }, result };
    });
    return c.json({
      status: 'OK',
      webhook_secret: secret,
      previous_until: previousUntil.toISOString(),
    } satisfies WebhookSecretAnswer);
  });
  routes.post('/accounts/:accountId/secret-keys', async (c) => {
    const secretKey = await runRecorded(c, runtime, async (core) => {
      const result = await addSecretKey(core, accountId(c));
      const subject = `secret key ${result.secret_key_id}`;
      return { record: { act: 'secret-key.created', accountId: accountId(c), subject }, result };
    });
    return c.json({ status: 'OK', ...secretKey } satisfies SecretKeyAnswer);
  });
  routes.delete('/accounts/:accountId/secret-keys/:keyId', async (c) => {
    const target = { accountId: accountId(c), keyId: pathId(c.req.param('keyId')) };
    await runRecorded(c, runtime, async (core) => {
      const result = await revokeSecretKey(core, target);
      const subject = `secret key ${target.keyId}`;
      return { record: { act: 'secret-key.revoked', accountId: target.accountId, subject }, result };
    });
    return c.json({ status: 'OK' } satisfies DoneAnswer);
  });
  return routes;
}

function accountId(c: Context<AppEnv, '/accounts/:accountId/*'>): number {
  return pathNumber(c.req.param('accountId'));
}

import { Hono } from 'hono';
import {
  type LoginAnswer,
  LoginForm,
  type MetadataAnswer,
  MetadataForm,
  type RefreshTokenAnswer,
  RefreshTokenForm,
} from '../../../contract/forms/users.ts';
import { parseJsonObject } from '../../base/json-parameter.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import { refuseUnknownOfAccount } from '../../shoppers/accounts/strict-params.ts';
import { createRefreshToken } from '../../shoppers/sessions/create-refresh-token.ts';
import { logIn } from '../../shoppers/sessions/log-in.ts';
import { updateMetadata } from '../../shoppers/sessions/update-metadata.ts';
import type { MetadataChange } from '../../shoppers/sessions/user-metadata.ts';
import type { AppContext, AppEnv } from '../http/app-env.ts';
import { type Form, readForm } from '../http/form-body.ts';
import { authenticateMerchantForm, authenticateUser } from '../http/middleware/authenticate.ts';
import { sandboxWarnings } from '../http/middleware/sandbox-warnings.ts';
import { parseForm } from '../http/parse-form.ts';

export const REFRESH_TOKEN_PATH = '/users/api/v1/refresh_token';

export function usersRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post(REFRESH_TOKEN_PATH, answerRefreshToken);
  routes.post('/users/api/v1/user/login', answerLogin);
  routes.post('/users/api/v1/user/metadata', answerMetadata);
  routes.post('/api/v1/user/metadata', answerMetadata);
  return routes;
}

async function answerRefreshToken(c: AppContext) {
  const { caller, form } = await authenticateMerchantForm(c, 'tokens');
  const { externalID, ttl, custom, view, merchant_id } = parseForm(RefreshTokenForm, form);
  await refuseStray(c, caller, form);
  const request = {
    accountId: caller.accountId,
    externalId: externalID,
    ttl,
    view,
    merchantId: merchant_id,
    custom: metadataChange('custom', custom),
  };
  const token = await runLockingTransaction(c.get('service'), (core) => createRefreshToken(core, request));
  return c.json({ Status: 'OK', ...token } satisfies RefreshTokenAnswer, 200, sandboxWarnings(form));
}

async function answerLogin(c: AppContext) {
  const { caller, form } = await authenticateMerchantForm(c, 'tokens');
  const { externalID, withMetadata, custom } = parseForm(LoginForm, form);
  await refuseStray(c, caller, form);
  const login = {
    accountId: caller.accountId,
    externalId: externalID,
    withMetadata: withMetadata ?? false,
    custom: metadataChange('custom', custom),
  };
  const { userId, accessToken } = await runLockingTransaction(c.get('service'), (core) => logIn(core, login));
  const answer = { id: userId, accessToken, userInfo: { isGuest: false }, status: 'OK' } as const;
  return c.json(answer satisfies LoginAnswer, 200, sandboxWarnings(form));
}

async function answerMetadata(c: AppContext) {
  const caller = await authenticateUser(c);
  const form = await readForm(c);
  const { metadata } = parseForm(MetadataForm, form);
  await refuseStray(c, caller, form);
  const change = metadataChange('metadata', metadata);
  if (change) {
    await runLockingTransaction(c.get('service'), (core) => updateMetadata(core, { caller, change }));
  }
  return c.json({ status: 'OK' } satisfies MetadataAnswer, 200, sandboxWarnings(form));
}

function refuseStray(c: AppContext, { accountId }: { readonly accountId: number }, form: Form) {
  return refuseUnknownOfAccount(c.get('service'), { accountId, names: form.ignored });
}

function metadataChange(
  param: MetadataChange['param'],
  text: string | undefined,
): MetadataChange | undefined {
  return text === undefined ? undefined : { param, changes: parseJsonObject(text, param) };
}

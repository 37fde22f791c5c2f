import { parseSecretKey } from '../../../base/keys/secret-key.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { ServiceError } from '../../../base/service-error.ts';
import type { MerchantCaller } from '../../../shoppers/accounts/find-account.ts';
import { findAccountBySecretKey } from '../../../shoppers/accounts/find-account.ts';
import { accessTokenExpired } from '../../../shoppers/sessions/access-token.ts';
import { type UserCaller, userCaller } from '../../../shoppers/sessions/user-caller.ts';
import type { WaitingCaller } from '../../../shoppers/sessions/wallet-caller.ts';
import { refuseEndedWallet, walletCaller } from '../../../shoppers/sessions/wallet-caller.ts';
import type { AppContext } from '../app-env.ts';
import { clientNetwork } from '../client-address.ts';
import { type Form, readForm, refuseDeclaredSize } from '../form-body.ts';
import { countRequest } from './rate-limits.ts';

/** Kinds of requests of a merchant's backend, each with a quota and a share of its own. */
type BackendWork = 'billing' | 'lookups' | 'tokens';

/** For endpoints with a body: the secret key in the header, or as the form parameter `secretKey`. */
export async function authenticateMerchantForm(
  c: AppContext,
  work: BackendWork,
): Promise<{ caller: MerchantCaller; form: Form }> {
  refuseDeclaredSize(c);
  const headerKey = secretKeyHeader(c);
  const headerCaller =
    headerKey === undefined ? undefined : await merchantCaller(c, { key: headerKey, work });
  const form = await readForm(c);
  const formKey = takeSecretKey(form);
  if (formKey === undefined) return { caller: headerCaller ?? refuseNoKey(), form };
  if (headerKey !== undefined && headerKey !== formKey) {
    throw new ServiceError(
      'parameter_conflict',
      "Cannot authenticate: header and parameter 'secretKey' differ, expected one of them or the same",
      { param: 'secretKey' },
    );
  }
  return { caller: headerCaller ?? (await merchantCaller(c, { key: formKey, work })), form };
}

/** For endpoints without a body: the secret key in the header. */
export async function authenticateMerchant(c: AppContext, work: BackendWork): Promise<MerchantCaller> {
  return merchantCaller(c, { key: secretKeyHeader(c) ?? refuseNoKey(), work });
}

/** A wallet frame, by the access token of the token exchange. */
export async function authenticateWallet(c: AppContext): Promise<WaitingCaller> {
  const service = c.get('service');
  const caller = await walletCaller(service, accessToken(c));
  c.set('authenticateAgain', () => refuseEndedWallet(service, caller));
  c.set('accountId', caller.accountId);
  c.set('actor', { kind: 'wallet-session', id: caller.walletSessionId });
  const token = String(caller.refreshTokenId);
  await countRequest(c, 'refresh-token', token);
  const within = { network: clientNetwork(c), token };
  await c.get('slot')?.belongTo(`wallets of ${caller.accountId}`, { within });
  return caller;
}

/**
 * A wallet that starts something: a card, a token, a payment. These continue after the end of its refresh token, but it
 * starts nothing new. Rule: sessions/lifetime.
 */
export async function authenticateWalletToBegin(c: AppContext): Promise<WaitingCaller> {
  const caller = await authenticateWallet(c);
  const service = c.get('service');
  refuseToBegin(service, caller);
  c.set('authenticateAgain', async () => {
    refuseToBegin(service, caller);
    await refuseEndedWallet(service, caller);
  });
  return caller;
}

function refuseToBegin({ clock }: Runtime, { refreshTokenExpiresAt }: WaitingCaller) {
  if (refreshTokenExpiresAt > clock.now()) return;
  throw accessTokenExpired('the refresh token that it was made of has ended');
}

/** A merchant's backend acting as a user, by the access token of the login endpoint. Its account's users count together. */
export async function authenticateUser(c: AppContext): Promise<UserCaller> {
  const token = accessToken(c);
  const authenticate = () => userCaller(c.get('service'), token);
  const caller = await authenticate();
  c.set('authenticateAgain', authenticate);
  c.set('accountId', caller.accountId);
  await countRequest(c, 'key-tokens', `users of ${caller.accountId}`);
  await belongToBackend(c, caller, 'tokens');
  return caller;
}

/**
 * All keys of an account and its users' tokens count as one backend; its shoppers' wallets have a share of their own. Lookups
 * and tokens have each a smaller one beside what moves money: anybody may make a shop's page ask for tokens.
 */
async function belongToBackend(c: AppContext, { accountId }: MerchantCaller, work: BackendWork) {
  if (work === 'billing') await c.get('slot')?.belongTo(`backend of ${accountId}`);
  else await c.get('slot')?.belongTo(`${work} of ${accountId}`, { isSmall: true });
}

/** An absent header and an empty one are the same mistake. */
function secretKeyHeader(c: AppContext): string | undefined {
  return c.req.header('secretKey') || undefined;
}

function takeSecretKey({ values }: Form): string | undefined {
  const key = values.get('secretKey') || undefined;
  values.delete('secretKey');
  return key;
}

type WithKey = { readonly key: string; readonly work: BackendWork };

async function merchantCaller(c: AppContext, { key, work }: WithKey): Promise<MerchantCaller> {
  const authenticate = () => findAccountBySecretKey(c.get('service'), key);
  const caller = await authenticate();
  c.set('authenticateAgain', authenticate);
  c.set('accountId', caller.accountId);
  c.set('actor', { kind: 'secret-key', id: parseSecretKey(key)?.id ?? null });
  await countRequest(c, `key-${work}`, key);
  await belongToBackend(c, caller, work);
  return caller;
}

function accessToken(c: AppContext): string {
  const token = (c.req.header('Authorization') ?? '').replace(/^Bearer(?: +|$)/i, '').trim();
  if (token !== '') return token;
  throw new ServiceError(
    'access_token_missing',
    "Cannot authenticate: found no access token, expected it in the header 'Authorization'",
  );
}

function refuseNoKey(): never {
  throw new ServiceError(
    'secret_key_missing',
    "Cannot authenticate: found no secret key, expected it in the header 'secretKey'",
  );
}

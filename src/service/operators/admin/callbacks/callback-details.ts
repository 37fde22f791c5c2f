import { eq } from 'drizzle-orm';
import type { CallbackDetails, SignedRequest } from '../../../../contract/admin/callbacks.ts';
import { systemClock } from '../../../base/clock.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { signedHeaders } from '../../../callbacks/attempt-callback.ts';
import { bodyToSend } from '../../../payments/notify-merchant.ts';
import { TOKEN_PLACEHOLDER } from '../../../payments/present/callback-body.ts';
import { type Account, accounts } from '../../../tables/accounts.ts';
import { callbacks } from '../../../tables/callbacks.ts';
import { callbacksWhere } from './list-callbacks.ts';

/** Like `TOKEN_PLACEHOLDER`, it matches inside no merchant's value, because quotes in values are escaped. */
const NETWORK_TOKEN = /"external_token":"[^"]*"/;

/** A whole callback, its tokens masked: a screenshot must not bill a card. */
export async function callbackDetails(core: Core, id: string): Promise<CallbackDetails> {
  const { callback } = await requireCallback(core, id);
  const [summary] = await callbacksWhere(core, { condition: eq(callbacks.id, id), limit: 1 });
  if (!summary) throw unknown();
  return {
    ...summary,
    account_id: callback.accountId,
    body: callback.body
      .replace(TOKEN_PLACEHOLDER, () => '"token":"cc_…"')
      .replace(NETWORK_TOKEN, () => '"external_token":"ntk_…"'),
  };
}

/** The callback as an attempt of this moment would send it, to be sent by hand. */
export async function callbackRequest(core: Core, id: string): Promise<SignedRequest> {
  const { callback, account } = await requireCallback(core, id);
  const body = await bodyToSend(core, callback);
  return signedRequest(core, { id, url: callback.url, body, account });
}

type CallbackContent = {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly account: Account;
};

/** What an attempt of this moment sends. */
export function signedRequest(core: Core, { url, ...content }: CallbackContent): SignedRequest {
  const headers = signedHeaders(core, { ...content, at: systemClock.now() });
  return { method: 'POST', url, headers, body: content.body };
}

async function requireCallback({ db }: Core, id: string) {
  const [found] = await db
    .select({ callback: callbacks, account: accounts })
    .from(callbacks)
    .innerJoin(accounts, eq(accounts.id, callbacks.accountId))
    .where(eq(callbacks.id, id));
  if (found) return found;
  throw unknown();
}

function unknown() {
  return new ServiceError('not_found', 'Cannot find the callback: none has this id');
}

import { Webhook } from 'standardwebhooks';
import * as z from 'zod/mini';
import { Currency } from '../../../contract/billing/billing.ts';
import { Provider, ProviderUse } from '../../../contract/forms/provider-names.ts';
import type { MasterKey } from '../../base/keys/master-key.ts';
import { openMessage, signMessage } from '../../base/keys/signed-message.ts';
import type { ProviderRequest, SignedResult } from '../../base/processor/provider-gateway.ts';

type KeyHolder = { readonly masterKey: MasterKey };

/** The request that a sheet was opened for, as the sheet's address carries it. */
const SheetRequest = z.object({
  id: z.string(),
  method: Provider,
  use: ProviderUse,
  shop: z.string(),
  amount: z.int(),
  currency: Currency,
  locale: z.string(),
  returnUrl: z.url(),
});

/** The request is no secret, but only the service can write one. */
export function signSheetRequest({ masterKey }: KeyHolder, request: ProviderRequest): string {
  return signMessage({ masterKey }, 'provider-sheet', request);
}

/** Undefined for a request that was not signed here. */
export function readSheetRequest(
  { masterKey }: KeyHolder,
  signedRequest: string,
): ProviderRequest | undefined {
  const request = SheetRequest.safeParse(openMessage({ masterKey }, 'provider-sheet', signedRequest));
  return request.success ? request.data : undefined;
}

type Result = { readonly id: string; readonly body: string };

/** Follows Standard Webhooks: `id` names the result and is the same for every copy of it. */
export function signResult({ masterKey }: KeyHolder, { id, body }: Result): SignedResult {
  const at = new Date();
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': webhookOf(masterKey).sign(id, at, body),
    },
  };
}

/** Whether it was signed with this key, over this body, within five minutes of now. */
export function isSigned({ masterKey }: KeyHolder, { body, headers }: SignedResult): boolean {
  try {
    webhookOf(masterKey).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
}

function webhookOf(masterKey: MasterKey): Webhook {
  return new Webhook(Buffer.from(masterKey.digest('provider-results', 'sandbox')).toString('base64'));
}

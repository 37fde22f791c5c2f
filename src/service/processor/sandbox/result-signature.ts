import { Webhook } from 'standardwebhooks';
import type { MasterKey } from '../../keys/master-key.ts';
import type { SignedResult } from '../provider-gateway.ts';

type Signed = SignedResult & { readonly masterKey: MasterKey };

/** As Standard Webhooks: `id` names the result, the same for every copy of it. */
export function signResult(masterKey: MasterKey, { id, body }: { id: string; body: string }): SignedResult {
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

/** Signed with this key, over this body, within five minutes of now. */
export function isSigned({ masterKey, body, headers }: Signed): boolean {
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

// A merchant's program by a client that openapi-typescript generated from the service's document; `npm run prove` compiles
// and runs it in a folder of its own.
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const client = createClient<paths>({
  baseUrl: process.env['SERVICE_URL'] ?? '',
  headers: { secretKey: 'sk_sandbox_demo' },
});

async function bill(ccToken: string, transactionID: string) {
  return client.POST('/wallet/api/v1/billing', {
    headers: FORM,
    body: { method: 'SALE', amount: '48.50', currency: 'EUR', merchant_id: '1001', ccToken, transactionID },
  });
}

// @ts-expect-error: the document knows no such method, and neither does the client.
export const unknownMethod = () => client.POST('/wallet/api/v1/billing', { body: { method: 'STEAL' } });

const token = await client.POST('/users/api/v1/refresh_token', {
  headers: FORM,
  body: { externalID: 'user-1042' },
});
const transactionID = crypto.randomUUID();
const paid = await bill('tok_sandbox_4242424242424242', transactionID);
const declined = await bill('tok_sandbox_4000000000009995', crypto.randomUUID());
const lookup = await client.GET('/wallet/api/v1/transactions/{transaction_id}', {
  params: { path: { transaction_id: transactionID } },
});
console.log(
  JSON.stringify({
    refreshToken: token.data?.refreshToken.slice(0, 3),
    paid: paid.data?.status,
    declined: declined.error && 'error' in declined.error ? declined.error.error?.decline_code : undefined,
    state: lookup.data?.transaction.sandbox.payment_state,
  }),
);

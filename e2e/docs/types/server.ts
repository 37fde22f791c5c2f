import {
  type BillingAnswer,
  type CallbackBody,
  CallbackVerificationError,
  createMerchantClient,
  type Fingerprint,
  MerchantApiError,
  type OutcomeOfPayment,
  orderOutcome,
  verifyCallback,
} from 'embeddable-wallet/server';

/** Compiled, never run: what a merchant's backend reads of the published declaration. */
const client = createMerchantClient({
  secretKey: 'sk_1',
  baseUrl: 'https://pay.example',
  timeoutMs: 1,
  retries: 0,
});
const money = { amount: '10.00', currency: 'GBP' } as const;
const start = { ...money, ccToken: 'cct', merchant_id: 1001, metadata: { moto: 'phone' } };
const order = { ...money, orderID: 'order-1' };
const followUp = { ...money, transactionID: 't' };

export const valid = [
  async (): Promise<string> =>
    (await client.refreshToken({ externalID: 'u', ttl: 60, custom: { a: null } })).refreshToken,
  async (): Promise<boolean> =>
    (await client.login({ externalID: 'u', withMetadata: true })).userInfo.isGuest,
  async (): Promise<void> => client.updateMetadata('at', { tier: 'gold' }),
  async (): Promise<string> => (await client.sale(start)).pm.last_4_digits,
  async (): Promise<number> => (await client.auth(start, { idempotencyKey: 'k' })).pm.is_expired,
  (fingerprint: Fingerprint | null, encrypted_cvv: string | null) =>
    client.bill({ ...start, method: 'SALE_3DS', fingerprint, encrypted_cvv }),
  async (): Promise<string> => (await client.charge(followUp)).transaction.transactionID,
  async (): Promise<string> => (await client.refund(followUp)).transaction.sandbox.remaining,
  async (): Promise<string> => (await client.void({ transactionID: 't' })).transaction.status,
  async (): Promise<number | undefined> => (await client.lookup('t'))?.amount,
  async (): Promise<OutcomeOfPayment> =>
    orderOutcome({ ...order, merchantRef: 'demo', paidBy: undefined }, await client.lookup('t')),
  (paidBy: string | null): OutcomeOfPayment => orderOutcome({ ...order, merchant_id: 1001, paidBy }, null),
  async (): Promise<boolean | undefined> => {
    const record = await client.lookup('t');
    return record && client.giveBack(record);
  },
  async (): Promise<string | undefined> => {
    const { transaction } = await client.bill({ ...start, method: 'SALE_3DS' });
    return 'awaiting_confirmation' in transaction
      ? transaction['3ds_confirmation_box_url']
      : transaction.authcode;
  },
  async (): Promise<string | undefined> => {
    const result = await client.sale(start);
    return result.outcome === 'declined' ? result.declineCode : result.pm.metadata[0]?.value;
  },
  ({ pm, status }: BillingAnswer): [number, string, 'OK'] => [pm.id, pm.issuer_short, status],
  (): CallbackBody => verifyCallback({ headers: new Headers(), body: '{}', secret: 'whsec_', tolerance: 60 }),
  ({ transaction, notification_details }: CallbackBody): string =>
    transaction.log + notification_details.info,
  (error: unknown) =>
    error instanceof CallbackVerificationError ? error.code === 'signature_invalid' : undefined,
  (error: unknown) => (error instanceof MerchantApiError ? error.figures?.remaining : undefined),
];

export const invalid = [
  // @ts-expect-error no secret key
  () => createMerchantClient({ baseUrl: 'https://pay.example' }),
  // @ts-expect-error an amount is text
  () => client.sale({ ...start, amount: 10 }),
  // @ts-expect-error a start needs the card's token
  () => client.auth(money),
  // @ts-expect-error a CHARGE names its payment
  () => client.charge(money),
  // @ts-expect-error the object itself, not its JSON
  () => client.bill({ ...start, method: 'SALE_3DS', fingerprint: '{}' }),
  // @ts-expect-error an order's amount is text
  () => orderOutcome({ ...order, amount: 10, merchantRef: 'demo' }, null),
  // @ts-expect-error what a callback says is no record
  ({ transaction }: CallbackBody) => orderOutcome({ ...order, merchantRef: 'demo' }, transaction),
  // @ts-expect-error no such method
  () => client.bill({ ...start, method: 'PAY' }),
  // @ts-expect-error the lookup may find nothing
  async (): Promise<string> => (await client.lookup('t')).status,
  // @ts-expect-error only with 3-D Secure
  async () => (await client.sale(start)).transaction['3ds_confirmation_box_url'],
  // @ts-expect-error four characters, not a number
  async (): Promise<number> => (await client.sale(start)).pm.last_4_digits,
  // @ts-expect-error ids are text in a callback
  ({ transaction }: CallbackBody): number => transaction.user_id,
];

import { and, eq } from 'drizzle-orm';
import { isProviderCode } from '../../contract/providers.ts';
import { resolveMerchant } from '../accounts/resolve-merchant.ts';
import { refuseUnknown } from '../accounts/strict-params.ts';
import type { ServiceContext } from '../context.ts';
import type { MerchantRow } from '../db/tables/accounts.ts';
import { type CardTokenRow, operations } from '../db/tables/payments.ts';
import { transactionExists } from '../idempotency/answer-once.ts';
import { ServiceError } from '../service-error.ts';
import { ulid } from '../ulid.ts';
import { readSentMethod, takeSentMethod } from '../vault/payment-method-object.ts';
import { findRedeemable, redeemToken } from '../vault/redeem-token.ts';
import { callbackUrlOf } from './callback-url.ts';
import type { StartForm } from './model/methods.ts';
import { minorUnits, refuseOutOfBounds } from './model/money.ts';
import { refuseMoto } from './moto.ts';
import { openStart } from './open-start.ts';
import type { Billed, Billing } from './operation.ts';
import { writeStart } from './write-start.ts';

/** SALE and AUTH, with 3DS and without, inside the caller's transaction. */
export async function startPayment(context: ServiceContext, start: Billing<StartForm>): Promise<Billed> {
  const { accountId, form, metadata } = start;
  const amount = minorUnits(form.amount, form.currency);
  const callbackUrl = callbackUrlOf(context, {
    callbackUrl: form.callback_url,
    inherited: null,
    isAsynchronous: false,
  });
  if (form.transactionID !== undefined) await refuseTaken(context, accountId, form.transactionID);
  const sent = readSentMethod(form);
  const redeeming = { accountId, ccToken: sent.token, shopper: form };
  const [merchant, found] = await Promise.all([
    resolveMerchant(context, { accountId, merchantId: form.merchant_id, merchantRef: form.merchantRef }),
    findRedeemable(context, redeeming),
  ]);
  refuseUnknown(merchant.settings, start.unknown);
  refuseMoto({ method: form.method, metadata, merchant });
  refuseOutOfBounds(merchant.settings, { amount, currency: form.currency });
  const redeemed = await redeemToken(context, { ...redeeming, found });
  await takeSentMethod(context, sent, { ...redeemed, merchantId: merchant.id });
  refuseOtherBrands(merchant, redeemed.token);
  const transactionId = form.transactionID ?? `txn_${ulid(start.now)}`;
  const opening = openStart(context, { start, amount, merchant, card: redeemed.card, transactionId });
  const transaction = await writeStart(context, {
    ...{ start, amount, merchant, redeemed, transactionId, opening, callbackUrl },
  });
  return { transaction, slowMs: opening.kind === 'decided' ? opening.slowMs : 0 };
}

/** The same start again was answered before it came here. */
async function refuseTaken({ db }: ServiceContext, accountId: number, transactionId: string) {
  const isNamed = and(eq(operations.accountId, accountId), eq(operations.transactionId, transactionId));
  const [taken] = await db.select({ id: operations.id }).from(operations).where(isNamed);
  if (taken) throw transactionExists();
}

function refuseOtherBrands({ settings: { acceptedBrands } }: MerchantRow, { brand }: CardTokenRow) {
  // The provider took care of what its own methods are made of.
  if (isProviderCode(brand) || acceptedBrands.includes(brand)) return;
  throw new ServiceError(
    'card_brand_not_accepted',
    `Cannot bill the card: it is ${brand}, the merchant accepts ${acceptedBrands.join(', ')}`,
    { param: 'ccToken' },
  );
}

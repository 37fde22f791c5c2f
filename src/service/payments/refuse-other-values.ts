import { eq } from 'drizzle-orm';
import { equalDigests } from '../base/keys/master-key.ts';
import type { Core } from '../base/runtime/core.ts';
import { cardTokenDigest } from '../base/seals/card-token.ts';
import { ServiceError } from '../base/service-error.ts';
import { resolveMerchant } from '../shoppers/accounts/resolve-merchant.ts';
import { users } from '../tables/sessions.ts';
import { readSentMethod, refuseOtherMethod } from '../vault/payment-method-object.ts';
import type { FollowUpForm } from './model/billing-forms.ts';
import { decimalText, minorUnits } from './model/money.ts';
import type { Transaction } from './model/transaction.ts';
import type { PaymentHistory } from './payment-history.ts';
import { paymentTotalsOf } from './present/payment-totals.ts';

type RepeatedValues = {
  readonly accountId: number;
  readonly form: FollowUpForm;
  readonly transaction: Transaction;
};

/** Refuses a follow-up that repeats a value which is not its payment's own. Rule: billing/own-values. */
export async function refuseOtherValues(core: Core, values: RepeatedValues) {
  await refuseOtherMerchant(core, values);
  await refuseOtherUser(core, values);
  await refuseOtherToken(core, values);
}

/** Takes a locked payment, because the refusal shows its state. Rule: billing/currency. */
export function refuseOtherCurrency(history: PaymentHistory, { method, currency }: FollowUpForm) {
  const { payment } = history;
  if (currency === undefined || currency === payment.currency) return;
  throw new ServiceError(
    'currency_mismatch',
    `Cannot bill ${method}: the currency is '${currency}', the payment's is '${payment.currency}'`,
    { param: 'currency', totals: paymentTotalsOf(history) },
  );
}

async function refuseOtherMerchant(core: Core, { accountId, form, transaction }: RepeatedValues) {
  if (form.merchant_id === undefined && form.merchantRef === undefined) return;
  const name = { accountId, merchantId: form.merchant_id, merchantRef: form.merchantRef };
  const merchant = await resolveMerchant(core, name);
  if (merchant.id === transaction.payment.merchantId) return;
  throw conflict(form.merchant_id === undefined ? 'merchantRef' : 'merchant_id');
}

/** A payment with a sandbox token belongs to no shopper, so it fits any. */
async function refuseOtherUser({ db }: Core, { form, transaction }: RepeatedValues) {
  const { externalID, isGuest } = form;
  if (externalID === undefined && !isGuest) return;
  const [user] = await db.select().from(users).where(eq(users.id, transaction.payment.userId));
  if (user?.isSandbox) return;
  if (isGuest && !user?.isGuest) throw conflict('isGuest');
  if (externalID !== undefined && user?.externalId !== externalID) throw conflict('externalID');
}

async function refuseOtherToken(core: Core, { accountId, form, transaction }: RepeatedValues) {
  const { ccToken, fingerprint } = form;
  const sentMethod = readSentMethod({ ccToken: ccToken ?? '', fingerprint });
  const {
    dependencies: { sandboxTokens },
  } = core;
  const number = sandboxTokens?.numberOf(sentMethod.token);
  const standsFor = number === undefined ? undefined : await sandboxTokens?.find(core, { accountId, number });
  const isOwn =
    ccToken === undefined ||
    equalDigests(cardTokenDigest(core, sentMethod.token), transaction.token.digest) ||
    standsFor?.card.id === transaction.card.id;
  if (!isOwn) throw conflict('ccToken');
  refuseOtherMethod(sentMethod, transaction);
}

/** A VOID is always whole, so its amount may be left out. Rule: billing/void. */
export function refuseOtherAmount(
  history: PaymentHistory,
  { form, amount }: { readonly form: FollowUpForm; readonly amount: number },
) {
  const { currency } = history.payment;
  if (form.amount === undefined || minorUnits(form.amount, currency) === amount) return;
  throw new ServiceError(
    'amount_mismatch',
    `Cannot bill ${form.method}: the amount is '${form.amount}', what would be released is ${decimalText(amount, currency)}`,
    { param: 'amount', totals: paymentTotalsOf(history) },
  );
}

function conflict(param: string): ServiceError {
  return new ServiceError(
    'parameter_conflict',
    `Cannot bill: '${param}' is not that of the payment referred to, expected the payment's own or none`,
    { param },
  );
}

import { refuseUnknown } from '../accounts/strict-params.ts';
import type { ServiceContext } from '../context.ts';
import { processor } from '../processor/processor.ts';
import { ulid } from '../ulid.ts';
import { askForMove } from './ask-for-move.ts';
import { callbackUrlOf } from './callback-url.ts';
import { requireTransaction } from './load.ts';
import { type Family, lockFamily } from './locked-payment.ts';
import { type FollowUpForm, isStartMethod } from './model/methods.ts';
import { minorUnits } from './model/money.ts';
import { refuseOtherMoto } from './moto.ts';
import type { Billed, Billing } from './operation.ts';
import { refuseMismatch, refuseOtherAmount, refuseOtherCurrency } from './own-values.ts';
import { refuseMove } from './refuse-follow-up.ts';
import { voidableAmount } from './refuse-void.ts';
import { writeMove } from './write-move.ts';

type FollowUp = Omit<Billing<FollowUpForm>, 'now'>;

/** CHARGE, REFUND and VOID, inside the caller's transaction. */
export async function followUp(context: ServiceContext, request: FollowUp): Promise<Billed> {
  const { accountId, form } = request;
  const found = await requireTransaction(context, { accountId, transactionId: form.transactionID });
  refuseUnknown(found.merchant.settings, request.unknown);
  await refuseMismatch(context, { accountId, form, found });
  const family = await lockFamily(context, found);
  const own = startOf(family)?.metadata ?? [];
  refuseOtherMoto({ method: form.method, metadata: request.metadata, own });
  refuseOtherCurrency(family, form);
  // Read under the lock: an expiry and a capture that race are decided by this one moment.
  const now = context.clock.now();
  const amount = amountOf(family, form);
  refuseMove(family, { method: form.method, amount, now });
  if (form.method === 'VOID') refuseOtherAmount(family, { form, amount });
  const callbackUrl = callbackUrlFor(context, { family, form });
  const transactionId = `txn_${ulid(now)}`;
  const answer = askForMove(family, { billing: { ...request, now }, amount, transactionId });
  const billing = { ...request, now };
  const transaction = await writeMove(context, {
    ...{ family, billing, amount, transactionId, answer, callbackUrl },
  });
  return { transaction, slowMs: answer.kind === 'decided' ? answer.slowMs : 0 };
}

/** Minor units. A VOID's is what it releases: what it says of it is compared, once the payment allows it at all. */
function amountOf(family: Family, { method, amount }: FollowUpForm): number {
  if (method === 'VOID' || amount === undefined) return voidableAmount(family);
  return minorUnits(amount, family.payment.currency);
}

type Called = { readonly family: Family; readonly form: FollowUpForm };

function callbackUrlFor(context: ServiceContext, { family, form }: Called): string | null {
  return callbackUrlOf(context, {
    callbackUrl: form.callback_url,
    inherited: startOf(family)?.callbackUrl ?? null,
    isAsynchronous: processor.isAsynchronous(family.merchant.ref),
  });
}

function startOf({ operations }: Family) {
  return operations.find(({ method }) => isStartMethod(method));
}

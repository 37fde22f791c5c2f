import { and, eq } from 'drizzle-orm';
import { Attempt, type InstantPayment } from '../../../contract/billing/instant-api.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { requireView } from '../../shoppers/sessions/require-view.ts';
import type { WalletCaller } from '../../shoppers/sessions/wallet-caller.ts';
import { type ProviderPaymentRow, providerPayments } from '../../tables/provider-payments.ts';
import { endProviderPayment } from './end-provider-payment.ts';
import { lockAndReadAgain, lockSale } from './find-provider-payment.ts';
import { presentPayment } from './present-payment.ts';

/** `attempt`: the wallet's own name for the payment. */
type OwnPayment = { readonly caller: WalletCaller; readonly attempt: string };

/** The state of the shopper's payment once no timer of it is due. Raises `not_found`. */
export async function readInstantPayment(core: Core, ownPayment: OwnPayment): Promise<InstantPayment> {
  const row = await requireOwnPayment(core, ownPayment);
  return presentPayment(core, await lockAndReadAgain(core, row));
}

/** Ends the shopper's payment unless it has ended already. Returns its state. Raises `not_found`. */
export async function cancelInstantPayment(core: Core, ownPayment: OwnPayment): Promise<InstantPayment> {
  const row = await requireOwnPayment(core, ownPayment);
  await lockSale(core, row);
  await endProviderPayment(core, { row, outcome: { status: 'CANCELLED' }, at: core.clock.now() });
  return presentPayment(core, await requireOwnPayment(core, ownPayment));
}

/** The shopper's own. Raises `not_found`. */
async function requireOwnPayment({ db }: Core, { caller, attempt }: OwnPayment): Promise<ProviderPaymentRow> {
  requireView(caller, 'CHECKOUT');
  const { userId, merchantId } = caller;
  const isOwn = and(
    eq(providerPayments.userId, userId),
    eq(providerPayments.attempt, attempt),
    merchantId === null ? undefined : eq(providerPayments.merchantId, merchantId),
  );
  // A malformed name names nothing, and the store may refuse to compare it.
  const canExist = Attempt.safeParse(attempt).success;
  const [row] = canExist ? await db.select().from(providerPayments).where(isOwn) : [];
  if (row) return row;
  throw new ServiceError('not_found', 'Cannot find the payment: not one that this wallet started', {
    param: 'attempt',
  });
}

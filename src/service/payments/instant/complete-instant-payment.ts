import type { InstantPayment } from '../../../contract/billing/instant-api.ts';
import type { ProviderResult, SignedResult } from '../../base/processor/provider-gateway.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { ProviderPaymentRow } from '../../tables/provider-payments.ts';
import { decimalText } from '../model/money.ts';
import { endProviderPayment, type ProviderOutcome } from './end-provider-payment.ts';
import { lockSale, requireProviderPayment } from './find-provider-payment.ts';
import { presentPayment } from './present-payment.ts';

/**
 * Records a provider's result, once, and returns the payment after the outcome that counts, this one or an earlier.
 * Raises `parameter_invalid` for a result that no provider signed, `not_found`, `amount_mismatch` and
 * `currency_mismatch`.
 */
export async function completeInstantPayment(core: Core, signed: SignedResult): Promise<InstantPayment> {
  const result = core.dependencies.providers.read(core, signed);
  if (!result) throw resultUnsigned();
  const row = await requireProviderPayment(core, result.id);
  refuseMismatch(result, row);
  await lockSale(core, row);
  await endProviderPayment(core, { row, outcome: outcomeOf(result), at: core.clock.now() });
  return presentPayment(core, await requireProviderPayment(core, row.id));
}

function outcomeOf({ outcome }: ProviderResult): ProviderOutcome {
  if (outcome.kind === 'approved') return { status: 'APPROVED', funding: outcome.funding };
  return { status: outcome.kind === 'refused' ? 'REFUSED' : 'CANCELLED' };
}

/** The service's record counts, whatever the shopper was shown. */
function refuseMismatch(result: ProviderResult, row: ProviderPaymentRow) {
  if (result.currency !== row.currency || result.method !== row.method) {
    throw new ServiceError(
      'currency_mismatch',
      `Cannot take the result: it is of ${result.method} in ${result.currency}, expected ${row.method} in ${row.currency}`,
    );
  }
  if (result.amount === row.amount) return;
  const found = decimalText(result.amount, row.currency);
  const expected = decimalText(row.amount, row.currency);
  throw new ServiceError(
    'amount_mismatch',
    `Cannot take the result: it is of ${found}, expected ${expected}`,
  );
}

function resultUnsigned() {
  return new ServiceError(
    'parameter_invalid',
    'Cannot take the result: no provider signed it just now, expected its signature',
    { param: 'result' },
  );
}

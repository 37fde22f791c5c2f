import type { DeclineCode } from '../../../contract/errors.ts';
import type { ProviderPaymentRow } from '../../db/tables/provider-payments.ts';
import type { Decision } from '../../processor/processor.ts';

export type EndStatus = Exclude<ProviderPaymentRow['status'], 'OPEN'>;
type Failed = Exclude<EndStatus, 'APPROVED'>;

/** ISO 8583: do not honour, customer cancellation, response received too late. */
const FAILURES: Record<Failed, { readonly returnCode: string; readonly declineCode: DeclineCode }> = {
  REFUSED: { returnCode: '05', declineCode: 'do_not_honor' },
  CANCELLED: { returnCode: '17', declineCode: 'cancelled_by_cardholder' },
  TIMED_OUT: { returnCode: '68', declineCode: 'timeout' },
};

/** How the transaction ends when the provider takes no money. */
export function declinedBy(status: Failed): Decision {
  return { approved: false, ...FAILURES[status] };
}

/** Undefined while nothing has failed. */
export function failureOf(status: ProviderPaymentRow['status']): DeclineCode | undefined {
  return status === 'OPEN' || status === 'APPROVED' ? undefined : FAILURES[status].declineCode;
}

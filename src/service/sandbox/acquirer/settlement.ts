import { type AcquirerCore, refresh } from './acquirer-core.ts';
import { disputeReference } from './disputes.ts';
import type { DisputeEntry } from './entries.ts';
import { findOperation } from './ledger.ts';
import type { ReportMessage } from './messages.ts';
import { type Operation, statusOf } from './operation.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** In hundredths of a per cent, and minor units. */
const FEE = { rate: 140, fixed: 10 } as const;

type Line = ReportMessage[number];

/** What was captured and given back on a day (UTC), and what became of it: one line for each operation and event. */
export function settlementOf(core: AcquirerCore, day: string): ReportMessage {
  refresh(core);
  const from = Date.parse(`${day}T00:00:00.000Z`);
  const now = core.clock.now().getTime();
  const isOfDay = (at: number) => at >= from && at < from + DAY_MS;
  return [...core.ledger.operations.values()].flatMap((operation) => {
    const { end, disputes } = operation;
    const hasSettled = end !== undefined && isOfDay(end.at) && statusOf(operation, now) === 'approved';
    const ofDay = disputes.filter(({ at }) => isOfDay(at));
    return [
      ...(hasSettled ? lineOf(core, operation) : []),
      ...ofDay.flatMap((dispute) => disputeLineOf(core, operation, dispute)),
    ];
  });
}

/** An authorisation settles nothing, and neither does its cancel. */
function lineOf(core: AcquirerCore, operation: Operation): Line[] {
  const { kind, merchantAccount, amount, payment, of } = operation;
  const start = findOperation(core.ledger, merchantAccount, payment);
  const isCapture = kind === 'sale' || kind === 'capture';
  const takesBack = kind === 'refund' || (kind === 'cancel' && (of !== undefined || start?.kind === 'sale'));
  if (!isCapture && !takesBack) return [];
  return [
    {
      ...namesOf(core, operation),
      type: isCapture ? 'captured' : 'refunded',
      gross: isCapture ? amount : -amount,
      fee: isCapture ? FEE.fixed + Math.round((amount * FEE.rate) / 10_000) : 0,
    },
  ];
}

/** Of what was lost there is no line: the money had gone when the dispute was opened. */
const DISPUTE_LINES = {
  'capture.failed': { type: 'captureFailed', sign: -1 },
  'refund.failed': { type: 'refundFailed', sign: 1 },
  'chargeback.opened': { type: 'chargeback', sign: -1 },
  'chargeback.reversed': { type: 'chargebackReversed', sign: 1 },
  'chargeback.lost': undefined,
} as const;

function disputeLineOf(core: AcquirerCore, operation: Operation, dispute: DisputeEntry): Line[] {
  const kind = DISPUTE_LINES[dispute.event];
  if (!kind) return [];
  const processorReference = disputeReference(dispute);
  const gross = kind.sign * dispute.amount;
  return [{ ...namesOf(core, operation), processorReference, type: kind.type, gross, fee: 0 }];
}

function namesOf({ ledger }: AcquirerCore, operation: Operation) {
  const { merchantAccount, reference, processorReference, currency, payment } = operation;
  const start = findOperation(ledger, merchantAccount, payment);
  return {
    merchantAccount,
    reference,
    processorReference,
    paymentProcessorReference: start?.processorReference ?? processorReference,
    currency,
    feeCurrency: currency,
  };
}

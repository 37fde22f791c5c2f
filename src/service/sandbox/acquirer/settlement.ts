import { type AcquirerCore, refresh } from './acquirer-core.ts';
import { findOperation } from './ledger.ts';
import type { ReportMessage } from './messages.ts';
import { type Operation, statusOf } from './operation.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** In hundredths of a per cent, and minor units. */
const FEE = { rate: 140, fixed: 10 } as const;

/** What was captured and given back on a day (UTC), one line for each operation. */
export function settlementOf(core: AcquirerCore, day: string): ReportMessage {
  refresh(core);
  const from = Date.parse(`${day}T00:00:00.000Z`);
  const now = core.clock.now().getTime();
  const isOfDay = ({ end }: Operation) => end !== undefined && end.at >= from && end.at < from + DAY_MS;
  const ended = [...core.ledger.operations.values()].filter(
    (operation) => isOfDay(operation) && statusOf(operation, now) === 'approved',
  );
  return ended.flatMap((operation) => lineOf(core, operation));
}

/** An authorisation settles nothing, and neither does its cancel. */
function lineOf({ ledger }: AcquirerCore, operation: Operation): ReportMessage {
  const { kind, merchantAccount, reference, processorReference, currency, amount, payment, of } = operation;
  const start = findOperation(ledger, merchantAccount, payment);
  const isCapture = kind === 'sale' || kind === 'capture';
  const takesBack = kind === 'refund' || (kind === 'cancel' && (of !== undefined || start?.kind === 'sale'));
  if (!isCapture && !takesBack) return [];
  return [
    {
      type: isCapture ? 'captured' : 'refunded',
      merchantAccount,
      reference,
      processorReference,
      paymentProcessorReference: start?.processorReference ?? processorReference,
      currency,
      gross: isCapture ? amount : -amount,
      fee: isCapture ? FEE.fixed + Math.round((amount * FEE.rate) / 10_000) : 0,
      feeCurrency: currency,
    },
  ];
}

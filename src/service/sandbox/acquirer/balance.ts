import type { DisputeEntry } from './entries.ts';
import { hasFailedLater, type Operation, statusOf } from './operation.ts';

/** What is left of a payment. Amounts are minor units; what is pending is held. */
export type Balance = {
  readonly authorised: number;
  readonly captured: number;
  readonly capturable: number;
  readonly refundable: number;
  /** What cardholders' banks may still take back. */
  readonly disputable: number;
  /** In disputes that nobody has won or lost yet. */
  readonly inDispute: number;
};

type Look = { readonly now: number; readonly of?: string | undefined };

/** `operations`: the start and its follow-ups. `of`: only what concerns this capture. */
export function balanceOf(operations: readonly Operation[], { now, of }: Look): Balance {
  const [start] = operations;
  const sum = (wanted: (operation: Operation) => boolean, statuses: readonly string[]) =>
    operations
      .filter((operation) => wanted(operation) && statuses.includes(statusOf(operation, now)))
      .filter((operation) => !hasFailedLater(operation))
      .reduce((total, { amount }) => total + amount, 0);
  const held = ['approved', 'pending'];
  const isCapture = ({ kind, reference }: Operation) =>
    (kind === 'capture' || kind === 'sale') && (of === undefined || reference === of);
  const isOf = (operation: Operation) => of === undefined || operation.of === of;
  const authorised = start === undefined ? 0 : sum((operation) => operation === start, ['approved']);
  const isSale = start?.kind === 'sale';
  const captured = sum(isCapture, held);
  // A cancel that names no capture releases an authorisation, but takes back a sale.
  const released = isSale
    ? 0
    : sum(({ kind, of: capture }) => kind === 'cancel' && capture === undefined, held);
  const takenBack = sum(
    (operation) => operation.kind === 'cancel' && (isSale || operation.of !== undefined) && isOf(operation),
    held,
  );
  // A capture that was cancelled can be made again.
  const givenBack = sum(({ kind, of: capture }) => kind === 'cancel' && capture !== undefined, ['approved']);
  const refunded = sum((operation) => operation.kind === 'refund' && isOf(operation), held);
  const settled = sum(isCapture, ['approved']) - takenBack;
  const disputes = operations.flatMap((operation) => operation.disputes);
  const opened = amountOf(disputes, 'chargeback.opened');
  const won = amountOf(disputes, 'chargeback.reversed');
  const disputable = settled - (opened - won);
  // Of a capture alone no more can be given back than is left of its payment.
  const whole = of === undefined ? disputable - refunded : balanceOf(operations, { now }).refundable;
  return {
    authorised,
    captured: captured - givenBack,
    capturable: isSale ? 0 : authorised - sum(({ kind }) => kind === 'capture', held) + givenBack - released,
    refundable: Math.min(settled - refunded, whole),
    disputable,
    inDispute: opened - won - amountOf(disputes, 'chargeback.lost'),
  };
}

function amountOf(disputes: readonly DisputeEntry[], wanted: DisputeEntry['event']): number {
  return disputes.reduce((total, { event, amount }) => (event === wanted ? total + amount : total), 0);
}

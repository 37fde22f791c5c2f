import * as z from 'zod/mini';
import { BillingMethod } from '../billing/billing.ts';
import { must, text } from '../forms/form-values.ts';
import { answer } from './answer.ts';

/** An acquirer's report of a day beside the service's own operations. */

/** `YYYY-MM-DD`, in UTC. */
const Day = z.iso.date(must('be a day such as 2026-05-03'));

/** Amounts have the currency's decimals, and a sign: "-10.00" leaves the merchant. */
const Amount = z.strictObject({ amount: z.string(), currency: z.string() });

const DIFFERENCE_KINDS = [
  'missing_here',
  'missing_there',
  'amount',
  'currency',
  'status',
  'double',
  'day',
] as const;

/** What moves money at an acquirer: an operation, or what became of one afterwards. */
export const MOVEMENTS = [
  'captured',
  'refunded',
  'captureFailed',
  'refundFailed',
  'chargeback',
  'chargebackReversed',
] as const;

/** Something that the two sides do not say alike. */
export const Difference = z.strictObject({
  kind: z.enum(DIFFERENCE_KINDS),
  /** Of `method`'s operation, where ours has one. */
  movement: z.enum(MOVEMENTS),
  /** What to do, in a sentence. */
  advice: z.string(),
  /** Of ours; null where there is none, as are the four that follow. */
  transaction_id: z.nullable(z.string()),
  payment_id: z.nullable(z.uuid()),
  method: z.nullable(BillingMethod),
  /** The status of ours. */
  status: z.nullable(z.enum(['PENDING', 'SUCCESS', 'FAILURE'])),
  ours: z.nullable(Amount),
  /** Null where the report has no such line. */
  theirs: z.nullable(Amount),
  merchant_account: z.string(),
  /** By which we and the acquirer name the operation; null where the report does not say. */
  reference: z.nullable(z.string()),
  processor_reference: z.nullable(z.string()),
});
export type Difference = z.infer<typeof Difference>;

/** An operation that has not ended: it is no difference yet. */
export const OpenOperation = z.strictObject({
  transaction_id: z.string(),
  payment_id: z.uuid(),
  method: BillingMethod,
  ...Amount.shape,
  merchant_account: z.string(),
  reference: z.string(),
});
export type OpenOperation = z.infer<typeof OpenOperation>;

/** A line of a kind that nobody here knows. */
export const LaterEvent = z.strictObject({
  kind: z.literal('other'),
  /** The acquirer's name of it. */
  type: z.string(),
  ...Amount.shape,
  /** Of the payment that it is about; null where the store holds none. */
  payment_id: z.nullable(z.uuid()),
  merchant_account: z.string(),
  reference: z.nullable(z.string()),
  processor_reference: z.nullable(z.string()),
});
export type LaterEvent = z.infer<typeof LaterEvent>;

/** `ours` + `differences` + `of_other_days` - `in_other_reports` = `theirs`, to the minor unit. */
const sums = {
  currency: z.string(),
  /** Captured less given and taken back, by the operations of the day and what became of earlier ones. */
  ours: z.string(),
  /** The same, by the report's lines. */
  theirs: z.string(),
  /** What the differences come to. */
  differences: z.string(),
  /** Lines that agree with operations of another day. */
  of_other_days: z.string(),
  /** Operations of the day that stand, or may stand, in another day's report. */
  in_other_reports: z.string(),
  /** What the acquirer keeps. */
  fees: z.string(),
  /** What it has paid out. */
  payouts: z.string(),
  /** What else the report has. */
  later_events: z.string(),
};

/** Of a currency, over all merchant accounts. */
const DayTotals = z.strictObject(sums);

/** Of one merchant account in a currency. */
const AccountTotals = z.strictObject({ merchant_account: z.string(), ...sums });
export type AccountTotals = z.infer<typeof AccountTotals>;

/** `unread`: there was no report, or nobody could read it. */
export const OUTCOMES = ['equal', 'differs', 'unread'] as const;

const summary = {
  processor: z.string(),
  day: Day,
  outcome: z.enum(OUTCOMES),
  /** How many differences there are. */
  difference_count: z.int(),
  /** Why it is `unread`; null otherwise. */
  reason: z.nullable(z.string()),
  reconciled_at: z.iso.datetime(),
};

export const ReconciliationSummary = z.strictObject(summary);
export type ReconciliationSummary = z.infer<typeof ReconciliationSummary>;

/** Each list has its first 500. */
export const Reconciliation = z.strictObject({
  ...summary,
  totals: z.array(DayTotals),
  account_totals: z.array(AccountTotals),
  /** Lines that move money, and how many of them agree with ours. */
  line_count: z.int(),
  agreed_count: z.int(),
  differences: z.array(Difference),
  undecided: z.array(OpenOperation),
  later_events: z.array(LaterEvent),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

export const ReconcileQuery = z.strictObject({
  day: Day,
  /** Name of the acquirer. Default: each that gives reports itself. */
  processor: z.optional(text(40)),
  /** The acquirer's name of a merchant account: compares this one alone, and keeps no result. */
  merchant: z.optional(text(80)),
});
export type ReconcileQuery = z.infer<typeof ReconcileQuery>;

export const ReconcileAnswer = z.strictObject({ ...answer, reconciliations: z.array(Reconciliation) });
export type ReconcileAnswer = z.infer<typeof ReconcileAnswer>;

/** The newest day first, at most 60. */
export const ReconciliationsAnswer = z.strictObject({
  ...answer,
  reconciliations: z.array(ReconciliationSummary),
  /** Of the acquirers that give reports, or that give them as files. */
  processors: z.array(z.string()),
});
export type ReconciliationsAnswer = z.infer<typeof ReconciliationsAnswer>;

/** The largest report, bytes. */
export const MAX_REPORT_BYTES = 16 * 1024 * 1024;

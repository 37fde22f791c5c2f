import { MOVEMENTS } from '../../../contract/admin/reconciliation.ts';
import type { BillingMethod } from '../../../contract/billing/billing.ts';
import type { Acquirer, ReportLine } from '../../base/processor/acquirer.ts';

/** An operation of ours that moves money at the acquirer once it succeeds, or what became of one afterwards. */
export type BookEntry = {
  /** The operation's id, by which the acquirer knows it. */
  readonly reference: string;
  /** The start of its payment. */
  readonly paymentReference: string;
  readonly processorReference: string | null;
  readonly merchantAccount: string;
  readonly kind: MoneyKind;
  /** Minor units, negative where they leave the merchant. */
  readonly amount: number;
  readonly currency: string;
  readonly status: 'PENDING' | 'SUCCESS' | 'FAILURE';
  /** From when it was asked for until its end was known here: the acquirer acted somewhere between. */
  readonly askedAt: Date;
  readonly endedAt: Date;
  readonly transactionId: string;
  readonly paymentId: string;
  readonly method: BillingMethod;
};

export type MoneyKind = (typeof MOVEMENTS)[number];

/** Of the reports that are compared. */
export type ReportedDay = {
  readonly acquirer: Acquirer;
  readonly day: string;
  readonly lines: readonly ReportLine[];
};

export type MoneyLine = ReportLine & { readonly kind: MoneyKind };

export const isMoneyLine = (line: ReportLine): line is MoneyLine =>
  (MOVEMENTS as readonly string[]).includes(line.kind);

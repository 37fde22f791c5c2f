import type { BillingMethod } from '../../../contract/billing/billing.ts';
import type { ReportLine } from '../../base/processor/acquirer.ts';

/** An operation of ours that moves money at the acquirer once it succeeds. */
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

export type MoneyKind = 'captured' | 'refunded';

export type MoneyLine = ReportLine & { readonly kind: MoneyKind };

export const isMoneyLine = (line: ReportLine): line is MoneyLine =>
  line.kind === 'captured' || line.kind === 'refunded';

import * as z from 'zod/mini';
import { TRANS_STATUSES } from '../billing/trans-status.ts';
import { TransactionRecord } from '../billing/transaction.ts';
import { positiveInteger, text } from '../forms/form-values.ts';
import { pageAnswer } from './answer.ts';

/** Transactions of an order, the newest first, 50 a page. Rule: billing/order-id. */
export const TransactionQuery = z.strictObject({
  account_id: positiveInteger,
  order_id: text(64),
  /** `next` of the page before. */
  before: z.optional(positiveInteger),
});
export type TransactionQuery = z.infer<typeof TransactionQuery>;

/** The record of the lookup. */
export const AdminTransaction = z.extend(TransactionRecord, {
  /** The issuer's result that came after the end of the challenge and changed nothing. */
  late_result: z.nullable(z.enum(TRANS_STATUSES)),
});
export type AdminTransaction = z.infer<typeof AdminTransaction>;

export const TransactionsAnswer = z.strictObject({
  ...pageAnswer,
  transactions: z.array(AdminTransaction),
});
export type TransactionsAnswer = z.infer<typeof TransactionsAnswer>;

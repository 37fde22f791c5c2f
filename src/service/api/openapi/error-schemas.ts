import * as z from 'zod/mini';
import { BillingTransaction } from '../../../contract/billing/billing.ts';
import { PaymentMethodRecord } from '../../../contract/billing/payment-method.ts';
import { ErrorBody } from '../../../contract/error-body.ts';

/** Error body of the refresh-token endpoint, where a client written from the specification looks for `Status`. */
export const RefreshTokenErrorBody = z.extend(ErrorBody, { Status: z.literal('ERROR') });

export const DeclineAnswer = z.extend(ErrorBody, {
  transaction: BillingTransaction,
  pm: PaymentMethodRecord,
});

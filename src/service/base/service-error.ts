import type { PaymentTotals } from '../../contract/billing/payment-totals.ts';
import type { DeclineCode, ErrorCode } from '../../contract/errors/errors.ts';
import type { LimitStanding } from './limit-standing.ts';

type Details = {
  param?: string;
  declineCode?: DeclineCode;
  totals?: PaymentTotals;
  limit?: LimitStanding;
  cause?: unknown;
};

/**
 * A refusal with a stable code. The message is for developers: the action that failed, a colon, the state found and the
 * state wanted. It never holds a card number, a security code, a token or a key.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly param: string | undefined;
  /** Why the card was refused, with `card_declined`. */
  readonly declineCode: DeclineCode | undefined;
  /** What the payment still allows, with the codes of the money rules. */
  readonly totals: PaymentTotals | undefined;
  /** The limit that is used up, with `rate_limited` and `card_attempts_exceeded`. */
  readonly limit: LimitStanding | undefined;

  constructor(code: ErrorCode, message: string, options: Details = {}) {
    super(message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.param = options.param;
    this.declineCode = options.declineCode;
    this.totals = options.totals;
    this.limit = options.limit;
  }
}

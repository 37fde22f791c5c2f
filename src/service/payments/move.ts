import type { ErrorCode } from '../../contract/errors.ts';
import { ServiceError } from '../service-error.ts';
import type { Family } from './locked-payment.ts';
import type { FollowUpMethod } from './model/methods.ts';
import { decimalText } from './model/money.ts';
import { figuresOf } from './present/figures.ts';

/** What a follow-up asks for. */
export type Move = {
  readonly method: FollowUpMethod;
  /** Minor units; of a VOID what it releases. */
  readonly amount: number;
  readonly now: Date;
};

export function refusal(code: ErrorCode, { method }: Move, found: string): ServiceError {
  return new ServiceError(code, `Cannot bill ${method}: ${found}`, { param: 'transactionID' });
}

type Over = { readonly family: Family; readonly move: Move; readonly bound: number };

export function overBound(code: ErrorCode, { family, move, bound }: Over): ServiceError {
  const { currency } = family.payment;
  const [found, most] = [decimalText(move.amount, currency), decimalText(bound, currency)];
  const message = `Cannot bill ${move.method}: the amount is ${found}, expected at most ${most}`;
  return new ServiceError(code, message, { param: 'amount', figures: figuresOf(family) });
}

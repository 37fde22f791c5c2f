import type { ServiceContext } from '../context.ts';
import type { MerchantRow } from '../db/tables/accounts.ts';
import type { CardRow } from '../db/tables/cards.ts';
import { type AuthenticationAnswer, type Decision, processor } from '../processor/processor.ts';
import { ServiceError } from '../service-error.ts';
import { openCard } from '../vault/open-card.ts';
import { askIssuer } from './ask-issuer.ts';
import { declinedBy, isPassed } from './model/authentication.ts';
import { isThreeDs, type StartForm } from './model/methods.ts';
import type { Authentication } from './model/states.ts';
import type { Billing } from './operation.ts';

type Starting = {
  readonly start: Billing<StartForm>;
  /** Minor units. */
  readonly amount: number;
  readonly merchant: MerchantRow;
  readonly card: CardRow;
  readonly transactionId: string;
};

/** How a start begins: with a question to the cardholder, or with the processor's answer, which may come later. */
export type Opening =
  | Extract<AuthenticationAnswer, { kind: 'challenge' }>
  | {
      readonly kind: 'decided';
      readonly authentication: Authentication | null;
      readonly decision: Decision;
      readonly slowMs: number;
    }
  | {
      readonly kind: 'pending';
      readonly authentication: Authentication | null;
      readonly decision: Decision;
      readonly afterMs: number;
    };

/** Authenticates where the method says so, then asks for the money. Rule: billing/start. */
export function openStart(context: ServiceContext, starting: Starting): Opening {
  const { start, amount, merchant, card, transactionId } = starting;
  const authenticated = isThreeDs(start.form.method) ? authenticate(context, starting) : undefined;
  if (authenticated?.kind === 'challenge') return authenticated;
  const authentication = authenticated?.status ?? null;
  const slowMs = authenticated?.slowMs ?? 0;
  if (authentication !== null && !isPassed(authentication)) {
    return { kind: 'decided', authentication, decision: declinedBy(authentication), slowMs };
  }
  const answer = askIssuer(context, {
    ...{ card, amount, transactionId, isAuthenticated: authentication !== null },
    ...{ method: start.form.method, currency: start.form.currency, merchantRef: merchant.ref },
    ...{ metadata: start.metadata, now: start.now },
  });
  if (answer.kind === 'unavailable') throw unavailable();
  if (answer.kind === 'pending') return { ...answer, authentication };
  return { ...answer, authentication, slowMs: slowMs + answer.slowMs };
}

function authenticate(context: ServiceContext, { start, amount, card }: Starting): AuthenticationAnswer {
  const { form, metadata } = start;
  const number = openCard(context, card)?.number ?? '';
  return processor.authenticate({ number, amount, currency: form.currency, metadata });
}

/** Nothing was done: the same request may be sent again. */
export function unavailable(): ServiceError {
  return new ServiceError('processor_unavailable', 'Cannot bill: the processor does not answer, try again');
}

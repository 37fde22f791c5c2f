import type { StartMethod } from '../../contract/billing/billing.ts';
import type { AuthenticationAnswer, Decision, ProcessorAnswer } from '../base/processor/processor.ts';
import type { Core } from '../base/runtime/core.ts';
import { type OpenCard, openCard } from '../base/seals/open-card.ts';
import { isIntactPayment } from '../base/seals/payment-seal.ts';
import { ServiceError } from '../base/service-error.ts';
import type { MerchantRow } from '../tables/accounts.ts';
import type { OwnedCard } from '../tables/cards.ts';
import { type Authentication, declineOf, isPassed } from './model/authentication.ts';
import type { FollowUpForm, StartForm } from './model/billing-forms.ts';
import type { BillingRequest } from './model/billing-request.ts';
import { isStartMethod, METHODS } from './model/methods.ts';
import type { MetadataEntry, Transaction } from './model/transaction.ts';
import type { PaymentHistory } from './payment-history.ts';

/** ISO 8583: invalid card number. */
const INVALID_CARD_NUMBER = '14';
/** ISO 8583: system malfunction. */
const PROCESSING_ERROR = '96';

type ProcessorVerdict = Exclude<ProcessorAnswer, { kind: 'unavailable' }>;

/** The result of a start: a challenge for the cardholder, or the processor's answer, whose outcome may come later. */
export type StartAnswer =
  | Extract<AuthenticationAnswer, { kind: 'challenge' }>
  | (ProcessorVerdict & { readonly authentication: Authentication | null });

type StartRequest = {
  readonly start: BillingRequest<StartForm>;
  /** Minor units. */
  readonly amount: number;
  readonly merchant: MerchantRow;
  readonly card: OwnedCard;
  readonly transactionId: string;
};

/**
 * Authenticates where the method requires it, then asks for the money. Raises `processor_unavailable`.
 * Rule: billing/start.
 */
export function askForStart(core: Core, request: StartRequest): StartAnswer {
  const { start, amount, merchant, card, transactionId } = request;
  const { method, currency } = start.form;
  const authenticationAnswer = METHODS[method].authenticates ? authenticate(core, request) : undefined;
  if (authenticationAnswer?.kind === 'challenge') return authenticationAnswer;
  const authentication = authenticationAnswer?.status ?? null;
  const slowMs = authenticationAnswer?.slowMs ?? 0;
  if (authentication !== null && !isPassed(authentication)) {
    return { kind: 'decided', authentication, decision: declineOf(authentication), slowMs };
  }
  const answer = askWithCard(core, {
    cardData: openCard(core, card),
    method,
    amount,
    currency,
    metadata: start.metadata,
    merchantRef: merchant.ref,
    transactionId,
    isAuthenticated: authentication !== null,
    now: start.now,
  });
  if (answer.kind === 'unavailable') throw processorUnavailable();
  if (answer.kind === 'pending') return { ...answer, authentication };
  return { ...answer, authentication, slowMs: slowMs + answer.slowMs };
}

function authenticate(core: Core, { start, amount, card }: StartRequest): AuthenticationAnswer {
  const { form, metadata } = start;
  const number = openCard(core, card)?.number ?? '';
  return core.dependencies.processor.authenticate({ number, amount, currency: form.currency, metadata });
}

type CardRequest = {
  /** Undefined if its number was erased, or its row was changed. */
  readonly cardData: OpenCard | undefined;
  readonly method: StartMethod;
  /** Minor units. */
  readonly amount: number;
  readonly currency: StartForm['currency'];
  readonly metadata: readonly MetadataEntry[];
  readonly merchantRef: string;
  readonly transactionId: string;
  readonly isAuthenticated: boolean;
  readonly now: Date;
};

/** Asks the processor for the money of a card. A card that does not open is declined. */
function askWithCard(
  { dependencies: { processor } }: Core,
  { cardData, method, ...request }: CardRequest,
): ProcessorAnswer {
  if (!cardData) {
    const decision = processor.decisionOf(INVALID_CARD_NUMBER, request.transactionId);
    return { kind: 'decided', decision, slowMs: 0 };
  }
  return processor.decide({ ...request, card: cardData, kind: METHODS[method].processorRequest });
}

type RecordedStart = {
  readonly transaction: Transaction;
  readonly now: Date;
};

/** Authorises or sells for a stored start whose shopper is now authenticated. */
export function askForRecordedStart(core: Core, { transaction, now }: RecordedStart): ProcessorAnswer {
  const { operation, payment, merchant, card } = transaction;
  const { method } = operation;
  if (!isStartMethod(method)) throw new Error(`Cannot authorise a ${method}: expected a start`);
  return askWithCard(core, {
    cardData: isIntactPayment(core, transaction) ? openCard(core, card) : undefined,
    method,
    amount: operation.amount,
    currency: payment.currency,
    metadata: operation.metadata,
    merchantRef: merchant.ref,
    transactionId: operation.transactionId,
    isAuthenticated: true,
    now,
  });
}

/** The decision in an answer. If the processor is unavailable, it is a decline with `96`: nobody waits who could try again. */
export function decisionOrError({ dependencies: { processor } }: Core, answer: ProcessorAnswer): Decision {
  return answer.kind === 'unavailable' ? processor.decisionOf(PROCESSING_ERROR, '') : answer.decision;
}

type FollowUpRequest = {
  readonly history: PaymentHistory;
  readonly billing: BillingRequest<FollowUpForm>;
  /** Minor units. */
  readonly amount: number;
  readonly transactionId: string;
};

/** Asks for a follow-up. The VOID of an open challenge needs no processor. Raises `processor_unavailable`. */
export function askForFollowUp(
  { dependencies: { processor } }: Core,
  request: FollowUpRequest,
): ProcessorVerdict {
  const { history, billing, amount, transactionId } = request;
  const { payment, merchant } = history;
  if (payment.authentication === 'PENDING') {
    return { kind: 'decided', decision: processor.decisionOf('00', transactionId), slowMs: 0 };
  }
  const answer = processor.decide({
    kind: METHODS[billing.form.method].processorRequest,
    transactionId,
    merchantRef: merchant.ref,
    amount,
    currency: payment.currency,
    authorised: payment.authorised,
    captured: payment.captured + payment.capturePending,
    metadata: billing.metadata,
    now: billing.now,
  });
  if (answer.kind === 'unavailable') throw processorUnavailable();
  return answer;
}

/** Nothing was done, so the same request may be sent again. */
export function processorUnavailable(): ServiceError {
  return new ServiceError('processor_unavailable', 'Cannot bill: the processor does not answer, try again');
}

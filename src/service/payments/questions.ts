import type { StartMethod } from '../../contract/billing/billing.ts';
import type { TransStatus } from '../../contract/billing/trans-status.ts';
import type {
  AuthenticationWish,
  CompletionQuestion,
  FollowUpQuestion,
  QuestionIds,
  StartQuestion,
} from '../base/processor/acquirer-question.ts';
import type { Core } from '../base/runtime/core.ts';
import { type OpenCard, openCard } from '../base/seals/open-card.ts';
import type { AttemptRow } from '../tables/attempts.ts';
import type { OperationRow } from '../tables/payments.ts';
import { isStartMethod, METHODS } from './model/methods.ts';
import { isMoto } from './model/moto.ts';
import type { Transaction } from './model/transaction.ts';
import { capturesOf, type PaymentHistory, startOf } from './payment-history.ts';

type Step = AttemptRow['step'];

/** What a question to the acquirer is made of: its rows alone, so that it can be made again word for word. */
type QuestionSource = Pick<Transaction, 'payment' | 'merchant' | 'token' | 'card'> & {
  readonly operation: Pick<OperationRow, 'id' | 'method' | 'amount' | 'transactionId' | 'metadata'>;
};

/** Of each start at most two questions are asked: its own, and what a challenge came to. */
const keyOf = ({ id }: Pick<OperationRow, 'id'>, step: Step) => (step === 'complete' ? `${id}.2` : id);

function idsOf(
  { operation, merchant }: Pick<QuestionSource, 'operation' | 'merchant'>,
  step: Step,
): QuestionIds {
  return {
    key: keyOf(operation, step),
    reference: operation.id,
    merchantReference: operation.transactionId,
    merchantAccount: merchant.ref,
  };
}

/** The question of a start; undefined where its card does not open, because its number was erased or a row changed. */
export function startQuestion(core: Core, source: QuestionSource): StartQuestion | undefined {
  const { operation, payment } = source;
  const card = openCard(core, source.card);
  if (!card) return undefined;
  return {
    ...idsOf(source, 'start'),
    kind: METHODS[startMethodOf(operation)].processorRequest,
    amount: operation.amount,
    currency: payment.currency,
    card: cardOf(card),
    authentication: authenticationOf(core, source),
    interaction: isMoto(operation.metadata) ? 'moto' : 'ecommerce',
    shopper: { reference: String(payment.userId) },
    metadata: operation.metadata,
  };
}

function startMethodOf({ method }: Pick<OperationRow, 'method'>): StartMethod {
  if (isStartMethod(method)) return method;
  throw new Error(`Cannot authorise a ${method}: expected a start`);
}

const cardOf = ({ number, expMonth, expYear }: OpenCard) => ({ number, expMonth, expYear });

function authenticationOf(core: Core, { operation }: QuestionSource): AuthenticationWish {
  if (!METHODS[startMethodOf(operation)].authenticates) return { kind: 'none' };
  return { kind: 'wanted', returnUrl: `${core.config.baseUrl}/3ds/return/${operation.id}` };
}

type CompletionSource = Pick<Transaction, 'operation' | 'payment' | 'merchant'> & {
  /** What the acquirer calls the start. */
  readonly processorReference: string | undefined;
  readonly transStatus: TransStatus;
};

/** What the bank said of the cardholder of a start that the acquirer knows. */
export function completionQuestion(source: CompletionSource): CompletionQuestion {
  const { operation, payment, processorReference, transStatus } = source;
  return {
    ...idsOf(source, 'complete'),
    kind: 'completion',
    amount: operation.amount,
    currency: payment.currency,
    payment: { reference: operation.id, processorReference },
    returned: { transStatus },
  };
}

/** A follow-up and its payment before it. */
type FollowUpSource = {
  readonly history: PaymentHistory;
  readonly operation: Pick<OperationRow, 'id' | 'method' | 'amount' | 'transactionId' | 'metadata'>;
  /** What the acquirer calls the operations of the payment, by their ids. */
  readonly processorReferences: ReadonlyMap<string, string>;
};

/** What a follow-up is called in a question. */
export function followUpKind(method: OperationRow['method']): FollowUpQuestion['kind'] {
  const kind = METHODS[method].processorRequest;
  if (kind === 'authorise' || kind === 'sale')
    throw new Error(`Cannot ask for a ${kind}: expected a follow-up`);
  return kind === 'void' ? 'cancel' : kind;
}

export function followUpQuestion({
  history,
  operation,
  processorReferences,
}: FollowUpSource): FollowUpQuestion {
  const { payment, merchant, referred } = history;
  const start = startOf(history);
  const ofReference = processorReferences.get(referred.id);
  return {
    ...idsOf({ operation, merchant }, 'follow-up'),
    kind: followUpKind(operation.method),
    amount: operation.amount,
    currency: payment.currency,
    payment: {
      reference: start.id,
      processorReference: processorReferences.get(start.id),
      authorised: payment.authorised,
      captured: payment.captured + payment.capturePending,
      refunded: payment.refunded + payment.refundPending,
      captures: capturesOf(history).length,
    },
    ...(referred.id !== start.id &&
      ofReference !== undefined && { of: { reference: referred.id, processorReference: ofReference } }),
    metadata: operation.metadata,
  };
}

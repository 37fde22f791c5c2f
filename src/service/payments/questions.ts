import { createHash } from 'node:crypto';
import type { StartMethod } from '../../contract/billing/billing.ts';
import type {
  AuthenticationWish,
  CompletionQuestion,
  FollowUpQuestion,
  QuestionIds,
  StartQuestion,
} from '../base/processor/acquirer-question.ts';
import type { Core } from '../base/runtime/core.ts';
import { openCard } from '../base/seals/open-card.ts';
import type { TokenEntry } from '../base/seals/token-entry.ts';
import type { OperationRow } from '../tables/payments.ts';
import { completeBrowser } from '../vault/browser-facts.ts';
import { isStartMethod, METHODS } from './model/methods.ts';
import { isMoto } from './model/moto.ts';
import type { Transaction } from './model/transaction.ts';
import { capturesOf, type PaymentHistory, startOf } from './payment-history.ts';

/** What a question to the acquirer is made of: its rows alone, so that it can be made again word for word. */
type QuestionSource = Pick<Transaction, 'payment' | 'merchant' | 'token' | 'card'> & {
  /** What was entered with the token, which is in the question alone. Default: nothing is known. */
  readonly entry?: TokenEntry;
  readonly operation: Pick<OperationRow, 'id' | 'method' | 'amount' | 'transactionId' | 'metadata'>;
};

/** Path that a bank sends the shopper back to, followed by the operation and what proves that we named it. */
export const RETURN_PATH = '/3ds/return/';

/** The last part of a start's return address. Only who was sent to the bank, and who sent them, know it. */
export const returnName = ({ masterKey }: Pick<Core, 'masterKey'>, operationId: string) =>
  `${operationId}.${Buffer.from(masterKey.digest('3ds-box:return', operationId)).toString('base64url')}`;

/** Each thing that cardholders bring back from a bank is a question of its own, under a key of its own. */
const completionKey = (operationId: string, returned: CompletionQuestion['returned']) => {
  const digest = createHash('sha256').update(JSON.stringify(returned)).digest('hex');
  return 'transStatus' in returned ? `${operationId}.2` : `${operationId}.${digest.slice(0, 16)}`;
};

function idsOf(
  { operation, merchant }: Pick<QuestionSource, 'operation' | 'merchant'>,
  key: string = operation.id,
): QuestionIds {
  return {
    key,
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
    ...idsOf(source),
    kind: METHODS[startMethodOf(operation)].processorRequest,
    amount: operation.amount,
    currency: payment.currency,
    card: { ...card, securityCode: source.entry?.securityCode },
    authentication: authenticationOf(core, source),
    interaction: isMoto(operation.metadata) ? 'moto' : 'ecommerce',
    shopper: { reference: String(payment.userId), ip: source.entry?.browser?.ip },
    metadata: operation.metadata,
  };
}

function startMethodOf({ method }: Pick<OperationRow, 'method'>): StartMethod {
  if (isStartMethod(method)) return method;
  throw new Error(`Cannot authorise a ${method}: expected a start`);
}

function authenticationOf(core: Core, { operation, entry }: QuestionSource): AuthenticationWish {
  if (!METHODS[startMethodOf(operation)].authenticates) return { kind: 'none' };
  return {
    kind: 'wanted',
    returnUrl: `${core.config.baseUrl}${RETURN_PATH}${returnName(core, operation.id)}`,
    browser: entry?.browser && completeBrowser(entry.browser),
  };
}

type CompletionSource = Pick<Transaction, 'operation' | 'payment' | 'merchant'> & {
  /** What the acquirer calls the start. */
  readonly processorReference: string | undefined;
  readonly returned: CompletionQuestion['returned'];
};

/** What the bank said of the cardholder of a start that the acquirer knows, as it came back. */
export function completionQuestion(source: CompletionSource): CompletionQuestion {
  const { operation, payment, processorReference, returned } = source;
  return {
    ...idsOf(source, completionKey(operation.id, returned)),
    kind: 'completion',
    amount: operation.amount,
    currency: payment.currency,
    payment: { reference: operation.id, processorReference },
    returned,
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
    ...idsOf({ operation, merchant }),
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

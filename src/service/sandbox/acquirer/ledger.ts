import type { FollowUpKind } from '../../base/processor/acquirer-question.ts';
import { sandboxProcessor } from '../processor/sandbox-processor.ts';
import { balanceOf } from './balance.ts';
import { disputeReference, refusalOfDispute } from './disputes.ts';
import type {
  CompletionEntry,
  DisputeEntry,
  Entry,
  FollowUpEntry,
  QuestionEntry,
  StartEntry,
} from './entries.ts';
import { passes, type Verdict } from './judge.ts';
import { type AnswerMessage, type CompletionMessage, refused } from './messages.ts';
import { endedAnswer, type Operation, type OperationEnd, outcomeOf, statusOf } from './operation.ts';

/** How long a key is known. */
export const KEY_LIFE_MS = 24 * 60 * 60 * 1_000;

type Challenge = Extract<Verdict, { readonly kind: 'challenge' }>;
type KnownAnswer = { readonly digest: string; readonly answer: AnswerMessage; readonly at: number };
export type Untold = { readonly operation: Operation; readonly dispute?: DisputeEntry };

/** The acquirer's own truth: what its journal says, in the order of its entries. */
export type Ledger = {
  readonly operations: Map<string, Operation>;
  /** A start and its follow-ups, oldest first. */
  readonly payments: Map<string, Operation[]>;
  readonly challenges: Map<string, Challenge>;
  readonly processorReferences: Set<string>;
  readonly keys: Map<string, KnownAnswer>;
  /** What the questions of the entries that were applied last came to, by entry. */
  readonly answers: Map<string, AnswerMessage>;
  /** What a notification tells that nobody has taken yet. */
  readonly untold: Map<string, Untold>;
};

export function emptyLedger(): Ledger {
  return {
    operations: new Map(),
    payments: new Map(),
    challenges: new Map(),
    processorReferences: new Set(),
    keys: new Map(),
    answers: new Map(),
    untold: new Map(),
  };
}

export function applyEntries(ledger: Ledger, entries: readonly Entry[]) {
  ledger.answers.clear();
  for (const entry of entries) {
    if (entry.entry === 'emptied') empty(ledger);
    else if (entry.entry === 'keysForgotten') ledger.keys.clear();
    else if (entry.entry === 'notified') ledger.untold.delete(entry.notification);
    else if (entry.entry === 'dispute') ledger.answers.set(entry.id, addDispute(ledger, entry));
    else ledger.answers.set(entry.id, answerOnce(ledger, entry));
  }
}

function empty(ledger: Ledger) {
  for (const part of Object.values(ledger)) part.clear();
}

/** The answer under a key, if the key is known; another question under it is refused. */
export function knownAnswer(
  { keys }: Ledger,
  { key, digest, at }: Pick<QuestionEntry, 'key' | 'digest' | 'at'>,
): AnswerMessage | undefined {
  const known = keys.get(key);
  if (!known || at - known.at >= KEY_LIFE_MS) return undefined;
  return known.digest === digest ? known.answer : refused('key_reused', 'Another question has this key');
}

export function findOperation(ledger: Ledger, merchantAccount: string, reference: string) {
  return ledger.operations.get(nameOf(merchantAccount, reference));
}

export function operationsOf(ledger: Ledger, merchantAccount: string, payment: string): readonly Operation[] {
  return ledger.payments.get(nameOf(merchantAccount, payment)) ?? [];
}

function answerOnce(ledger: Ledger, entry: QuestionEntry): AnswerMessage {
  const known = knownAnswer(ledger, entry);
  if (known) return known;
  const answer = entry.entry === 'completion' ? complete(ledger, entry) : act(ledger, entry);
  const { key, digest, at } = entry;
  forgetOldKeys(ledger, at);
  if (answer.outcome !== 'refused') ledger.keys.set(key, { digest, answer, at });
  return answer;
}

/** The oldest come first. */
function forgetOldKeys({ keys }: Ledger, now: number) {
  for (const [key, { at }] of keys) {
    if (now - at < KEY_LIFE_MS) return;
    keys.delete(key);
  }
}

function act(ledger: Ledger, entry: StartEntry | FollowUpEntry): AnswerMessage {
  if (findOperation(ledger, entry.merchantAccount, entry.reference)) {
    return refused('reference_exists', 'The merchant has used this reference before');
  }
  const refusal = entry.entry === 'followUp' ? refusalOf(ledger, entry) : undefined;
  return refusal ?? addOperation(ledger, entry).answer;
}

function refusalOf(ledger: Ledger, entry: FollowUpEntry): AnswerMessage | undefined {
  const { merchantAccount, payment, of, kind, amount, currency, at } = entry;
  const operations = operationsOf(ledger, merchantAccount, payment);
  const [start] = operations;
  if (!start || statusOf(start, at) !== 'approved') {
    return refused('payment_not_found', 'No approved payment has this reference');
  }
  if (start.currency !== currency) return refused('currency_mismatch', `The payment is in ${start.currency}`);
  const { capturable, refundable } = balanceOf(operations, { now: at, of });
  const lefts: Readonly<Record<FollowUpKind, number>> = {
    capture: capturable,
    refund: refundable,
    cancel: of !== undefined || start.kind === 'sale' ? refundable : capturable,
  };
  const left = lefts[kind];
  return amount > left ? refused('amount_exceeds', `${left} is left of the payment`) : undefined;
}

function addOperation(ledger: Ledger, entry: StartEntry | FollowUpEntry): Operation {
  const { kind, reference, merchantReference, merchantAccount, amount, currency, at } = entry;
  const processorReference = nextProcessorReference(ledger, entry);
  const isStart = entry.entry === 'start';
  const operation: Operation = {
    kind,
    reference,
    merchantReference,
    processorReference,
    merchantAccount,
    amount,
    currency,
    at,
    payment: isStart ? reference : entry.payment,
    of: isStart ? undefined : entry.of,
    disputes: [],
    ...endOf(entry, { processorReference, merchantReference }),
  };
  const name = nameOf(merchantAccount, reference);
  const paymentName = nameOf(merchantAccount, operation.payment);
  ledger.operations.set(name, operation);
  ledger.payments.set(paymentName, [...(ledger.payments.get(paymentName) ?? []), operation]);
  if (operation.isTold) ledger.untold.set(`end-${merchantAccount}-${processorReference}`, { operation });
  if (entry.verdict.kind === 'challenge') ledger.challenges.set(name, entry.verdict);
  return operation;
}

/** How an operation ends, and what its question is answered. */
function endOf(
  entry: StartEntry | FollowUpEntry,
  ids: Pick<Operation, 'processorReference' | 'merchantReference'>,
): Pick<Operation, 'end' | 'answer' | 'isTold'> {
  const { verdict, at } = entry;
  const { processorReference } = ids;
  if (verdict.kind === 'challenge') {
    const simulated = verdict.auto && { challengeAnswer: verdict.auto };
    const url = entry.entry === 'start' ? entry.url : '';
    return {
      end: undefined,
      answer: { outcome: 'redirect', processorReference, url, simulated },
      isTold: false,
    };
  }
  const { code, transStatus, afterMs, isForetold } = verdict;
  if (afterMs !== undefined && isForetold) {
    const simulated = { end: { returnCode: code, afterMs } };
    // Whoever was told of the end may rely on it.
    const end = { code, transStatus, at };
    return {
      end,
      answer: { outcome: 'received', processorReference, transStatus, simulated },
      isTold: false,
    };
  }
  const end = { code, transStatus, at: at + (afterMs ?? 0) };
  if (afterMs === undefined) return { end, answer: endedAnswer(end, ids), isTold: false };
  return { end, answer: { outcome: 'received', processorReference, transStatus }, isTold: true };
}

/** The shopper has come back: what the bank said counts once. */
function complete(ledger: Ledger, entry: CompletionEntry): AnswerMessage {
  const name = nameOf(entry.merchantAccount, entry.payment);
  const start = ledger.operations.get(name);
  if (!start) return refused('payment_not_found', 'No payment has this reference');
  const challenge = ledger.challenges.get(name);
  if (challenge && !start.end) start.end = endAfter(challenge, entry.transStatus, entry.at);
  return outcomeOf(start, entry.at);
}

function addDispute(ledger: Ledger, dispute: DisputeEntry): AnswerMessage {
  const operation = findOperation(ledger, dispute.merchantAccount, dispute.reference);
  if (!operation || statusOf(operation, dispute.at) !== 'approved') {
    return refused('operation_not_found', 'No approved operation has this reference');
  }
  const { merchantAccount, payment } = operation;
  const refusal = refusalOfDispute(dispute, operation, operationsOf(ledger, merchantAccount, payment));
  if (refusal) return refusal;
  operation.disputes.push(dispute);
  const processorReference = disputeReference(dispute);
  ledger.untold.set(processorReference, { operation, dispute });
  return { outcome: 'received', processorReference };
}

/** The sandbox's own for the transaction; for another of that name, one made of our reference. */
function nextProcessorReference(
  { processorReferences }: Ledger,
  { merchantReference, reference }: Pick<Operation, 'merchantReference' | 'reference'>,
): string {
  const own = sandboxProcessor.reference(merchantReference);
  let name = processorReferences.has(own) ? sandboxProcessor.reference(reference) : own;
  for (let suffix = 1; processorReferences.has(name); suffix += 1) name = `${own}${suffix}`;
  processorReferences.add(name);
  return name;
}

/** The issuer's result may be fixed; a shopper who cancels has cancelled all the same. */
function endAfter(challenge: Challenge, answer: CompletionMessage['transStatus'], at: number): OperationEnd {
  if (answer === 'cancel') return { code: '3D-cancel', at };
  const { code, issuerResult: transStatus = answer } = challenge;
  return { code: passes(transStatus) ? code : `3D-${transStatus}`, at, transStatus };
}

function nameOf(merchantAccount: string, reference: string): string {
  return `${merchantAccount} ${reference}`;
}

import { createHmac, randomUUID } from 'node:crypto';
import { balanceOf } from './balance.ts';
import type { Entry } from './entries.ts';
import type { Journal } from './journal.ts';
import { type Judgement, judgeFollowUp, judgeStart, type Verdict } from './judge.ts';
import {
  applyEntries,
  emptyLedger,
  findOperation,
  knownAnswer,
  type Ledger,
  operationsOf,
} from './ledger.ts';
import {
  type AnswerMessage,
  type CompletionMessage,
  type DisputeMessage,
  type QuestionMessage,
  refused,
} from './messages.ts';
import { outcomeOf } from './operation.ts';

export type AcquirerClock = { now(): Date };

/** The journal and the ledger that it makes. */
export type AcquirerCore = {
  readonly journal: Journal<Entry>;
  readonly ledger: Ledger;
  readonly clock: AcquirerClock;
  /** What keys the digests of questions. */
  readonly secret: string;
  /** Where the simulated bank asks; the payment's references are added. */
  readonly bankUrl: string;
  /** Whether answers say what no real acquirer's do: how an operation will end. Otherwise a notification tells it. */
  readonly foretells: boolean;
};

export type CoreAnswer = { readonly answer: AnswerMessage; readonly slowMs: number };

export function createCore(options: Omit<AcquirerCore, 'ledger'>): AcquirerCore {
  const core = { ...options, ledger: emptyLedger() };
  refresh(core);
  return core;
}

/** Takes over what other processes appended. */
export function refresh({ ledger, journal }: AcquirerCore) {
  applyEntries(ledger, journal.readNew());
}

/** Acts on a question at once, whole or not at all. */
export function act(core: AcquirerCore, key: string, message: QuestionMessage): CoreAnswer {
  refresh(core);
  const now = core.clock.now();
  const digest = digestOf(core, message);
  const known = knownAnswer(core.ledger, { key, digest, at: now.getTime() });
  if (known) return { answer: known, slowMs: 0 };
  const judgement = judge(core, message, now);
  if (judgement === 'unavailable') {
    return { answer: refused('unavailable', 'The acquirer takes no questions'), slowMs: 0 };
  }
  const id = randomUUID();
  append(core, entryOf(core, { id, at: now.getTime(), key, digest, message, judgement }));
  return { answer: answerOf(core, id), slowMs: judgement?.slowMs ?? 0 };
}

function answerOf({ ledger }: AcquirerCore, id: string): AnswerMessage {
  const answer = ledger.answers.get(id);
  if (answer) return answer;
  throw new Error('Cannot answer: found no entry of the question in the journal');
}

/** Of the question without its security code. Keyed: the rest of a line would be enough to guess a card by a plain one. */
function digestOf({ secret }: AcquirerCore, message: QuestionMessage): string {
  const kept =
    'card' in message ? { ...message, card: { ...message.card, securityCode: undefined } } : message;
  return createHmac('sha256', secret)
    .update(`question ${JSON.stringify(kept)}`)
    .digest('base64');
}

/** What became of an operation. */
export function find(core: AcquirerCore, merchantAccount: string, reference: string): AnswerMessage {
  refresh(core);
  const operation = findOperation(core.ledger, merchantAccount, reference);
  return operation ? outcomeOf(operation, core.clock.now().getTime()) : { outcome: 'absent' };
}

/** Opens or closes a dispute, or lets a capture or refund fail after all, where the ledger allows that. */
export function dispute(core: AcquirerCore, message: DisputeMessage): AnswerMessage {
  const stamped = stamp(core);
  append(core, { entry: 'dispute', ...stamped, ...message });
  return answerOf(core, stamped.id);
}

/** Back to a ledger without payments, as the store of a reset sandbox is. */
export function emptyLedgerOf(core: AcquirerCore) {
  append(core, { entry: 'emptied', ...stamp(core) });
}

export function forgetKeys(core: AcquirerCore) {
  append(core, { entry: 'keysForgotten', ...stamp(core) });
}

/** A notification has been taken. */
export function markTold(core: AcquirerCore, notification: string) {
  append(core, { entry: 'notified', ...stamp(core), notification });
}

function append(core: AcquirerCore, entry: Entry) {
  core.journal.append(entry);
  refresh(core);
}

function stamp({ clock }: AcquirerCore) {
  return { id: randomUUID(), at: clock.now().getTime() };
}

/** Undefined for a completion, which was judged with its start. */
function judge(core: AcquirerCore, message: QuestionMessage, now: Date): Judgement | undefined {
  if (message.kind === 'completion') return undefined;
  if ('card' in message) return judgeStart(message, now);
  const operations = operationsOf(core.ledger, message.merchantAccount, message.payment);
  const { authorised, captured } = balanceOf(operations, { now: now.getTime() });
  return judgeFollowUp(message, { now, authorised, captured });
}

type Asked = {
  readonly id: string;
  readonly at: number;
  readonly key: string;
  readonly digest: string;
  readonly message: QuestionMessage;
  readonly judgement: Exclude<Judgement, 'unavailable'> | undefined;
};

function entryOf(
  { bankUrl, foretells }: AcquirerCore,
  { id, at, key, digest, message, judgement }: Asked,
): Entry {
  const { reference, merchantAccount } = message;
  const question = { id, at, key, digest, reference, merchantAccount };
  if (judgement === undefined) return { entry: 'completion', ...question, ...completionOf(message) };
  if (message.kind === 'completion') throw new Error('Cannot judge a completion');
  const { amount, currency, merchantReference } = message;
  const money = {
    amount,
    currency,
    merchantReference,
    verdict: foretells ? foretold(judgement.verdict) : judgement.verdict,
  };
  if ('card' in message) {
    const url = `${bankUrl}?${new URLSearchParams({ merchantAccount, reference })}`;
    return { entry: 'start', ...question, ...money, kind: message.kind, url };
  }
  const { payment, of } = message;
  return { entry: 'followUp', ...question, ...money, kind: message.kind, payment, of };
}

function foretold(verdict: Verdict): Verdict {
  const endsLater = verdict.kind === 'decided' && verdict.afterMs !== undefined;
  return endsLater ? { ...verdict, isForetold: true } : verdict;
}

function completionOf(message: QuestionMessage): Pick<CompletionMessage, 'payment' | 'transStatus'> {
  if (message.kind !== 'completion') throw new Error(`Cannot complete by a ${message.kind}`);
  return { payment: message.payment, transStatus: message.transStatus };
}

import type { Currency } from '../../../contract/billing/billing.ts';
import type { Reversal } from '../../../contract/billing/callback.ts';
import type { SessionEvent } from '../../../contract/frame/session-events.ts';
import type { AttemptRow } from '../../tables/attempts.ts';
import type { CardRow, OwnedCard } from '../../tables/cards.ts';
import type { ChallengeRow } from '../../tables/challenges.ts';
import type { CardTokenRow, OperationRow, PaymentRow } from '../../tables/payments.ts';
import type { TimerRow } from '../../tables/timers.ts';
import type { Acquirers, Reply } from '../processor/acquirer.ts';
import type { AcquirerQuestion } from '../processor/acquirer-question.ts';
import type { Processor, ScheduledAnswer } from '../processor/processor.ts';
import type { ProviderGateway } from '../processor/provider-gateway.ts';
import type { Core } from './core.ts';
import type { Runtime } from './runtime.ts';

/**
 * What verbs call but must not import: outside parties, and code that is built on them. sandbox-dependencies.ts hands
 * it in.
 */
export type ServiceDependencies = {
  readonly processor: Processor;
  /** Who is asked for money, outside of every transaction. */
  readonly acquirers: Acquirers;
  /** The connection to the providers. */
  readonly providers: ProviderGateway;
  readonly payments: PaymentParts;
  readonly readEvents: EventReader;
  /** Default: none, and every `cc_token` comes from a wallet. */
  readonly sandboxTokens?: SandboxTokens;
  /** Default: no acquirer is a simulation. */
  readonly simulatedAcquirer?: SimulatedAcquirer;
};

/** What only a simulated acquirer does because it is told to. */
export type SimulatedAcquirer = {
  /** Empties its ledger, after the store was emptied. */
  empty(): Promise<void>;
  /** Changes its ledger, and tells the service so by a notification. Resolves to why it refused, if it did. */
  dispute(runtime: Runtime, dispute: SimulatedDispute): Promise<string | undefined>;
  /** Sends the service the notifications that are due, until it has taken them. */
  notify(runtime: Runtime): Promise<void>;
};

export type SimulatedDispute = {
  readonly reversal: Reversal;
  readonly merchantAccount: string;
  /** Ours, of the operation. */
  readonly reference: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: Currency;
};

/** What payments use of challenges and of sales at providers. */
type PaymentParts = {
  readonly timerHandlers: Readonly<Record<TimerRow['kind'], TimerHandler>>;
  /** Does a payment's due work, with the questions that it asks, in transactions of its own. */
  runDueWork(runtime: Runtime, paymentId: string): Promise<void>;
  /** Asks the cardholder, with the commit that records the acquirer's wish for it. */
  openChallenge(core: Core, challenge: NewChallenge): Promise<ChallengeRow>;
  /** Gives the cardholder a box to wait in, with the commit: nobody knows yet what the acquirer answers. */
  openWaitingBox(core: Core, challenge: WaitingCardholder): Promise<ChallengeRow>;
  /** Lets a box lead to the bank again, with the commit: what the cardholder came back with was nothing. */
  reopenBank(core: Core, challenge: ChallengeRow): Promise<ChallengeRow>;
  /** Closes a challenge whose payment ends without it, with the commit. */
  closeChallenge(core: Core, challenge: ChallengeRow, end: ChallengeClosing): Promise<ChallengeRow>;
  /** Ends an open challenge because the merchant no longer wants the payment, which is returned in its new state. */
  voidChallenge(core: Core, request: ChallengeVoid): Promise<PaymentRow>;
  /** What the challenge's box posts to the issuer; `RedirectURL` is the box's own address. */
  challengeData(
    core: Core,
    found: ChallengedPayment,
    challenge: ChallengeRow,
  ): Readonly<Record<string, string>> & { readonly RedirectURL: string };
};

/** What a cardholder confirms. */
export type ChallengedPayment = {
  readonly operation: Pick<OperationRow, 'transactionId' | 'amount'>;
  readonly payment: Pick<PaymentRow, 'currency'>;
  readonly card: Pick<CardRow, 'last4'>;
  /** The name that the cardholder knows the shop by; null without a challenge. */
  readonly shopName: string | null;
};

/**
 * A question that a transaction has claimed: its operation is pending, and its caller asks the acquirer after the commit.
 */
export type Claim = {
  readonly question: AcquirerQuestion;
  readonly attempt: AttemptRow;
  /**
   * For a caller who hears that the acquirer was not reached, and may send the same request again: the claim is taken
   * back. `start`: null for a follow-up. Default: nobody hears it, and the operation fails.
   */
  readonly withdrawal?: { readonly start: UsedToken | null };
};

/** What a start used. `token`: as it was before. `usesCode`: whether the start used its security code. */
export type UsedToken = { readonly token: CardTokenRow; readonly usesCode: boolean };

/**
 * What a timer does to its payment. The caller holds the payment's lock, deletes the timer afterwards, and looks for what
 * else is due; the handler does neither. The effect is dated at the timer's time, however late it runs. It may claim a
 * question.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most handlers return nothing at all.
type TimerHandler = (core: Core, timer: TimerRow) => Promise<Claim | undefined | void>;

/** A cardholder whose start nobody can tell the end of yet. */
export type WaitingCardholder = {
  readonly paymentId: string;
  readonly operationId: string;
  /** The wallet session to notify. It comes only from the token. */
  readonly walletSessionId: string | null;
  readonly now: Date;
};

type ChallengeClosing = { readonly status: 'PASSED' | 'FAILED'; readonly at: Date };

/** Where an acquirer sends the cardholder. */
export type BankAddress = Pick<Extract<Reply, { kind: 'redirect' }>, 'url' | 'method' | 'form'>;

export type NewChallenge = WaitingCardholder & {
  /** The box that the cardholder has had until now; null where there was none. */
  readonly before: ChallengeRow | null;
  /** Undefined where the sandbox's own issuer asks. */
  readonly bank: BankAddress | undefined;
  /** The answer that the merchant's metadata gives; undefined where the shopper answers. */
  readonly answer: ScheduledAnswer | undefined;
};

export type ChallengeVoid = {
  /** The start that waits for the challenge. */
  readonly operationId: string;
  readonly at: Date;
  /** The billing request whose answer reports the end. */
  readonly answerTo: string;
};

/** Reads the events after `after`, as their publisher words them. */
type EventReader = (core: Core, position: EventPosition) => Promise<ReadEvents>;

export type EventPosition = {
  readonly walletSessionId: string;
  /** How far the reader has read. */
  readonly after: number;
};

/** `seq`: how far the events are read now; the next `after`. */
export type ReadEvents = { readonly seq: number; readonly events: SessionEvent[] };

/** Tokens that name a card number themselves, without a wallet. */
export type SandboxTokens = {
  /** The card number that such a token names; undefined for any other token. */
  numberOf(ccToken: string): string | undefined;
  /** The card, where the account used this number before. */
  find(core: Core, card: SandboxCard): Promise<BillableToken | undefined>;
  /** Makes the card at its first use. Undefined for a number that card entry would refuse. */
  exchange(core: Core, card: SandboxCard): Promise<BillableToken | undefined>;
};

export type SandboxCard = { readonly accountId: number; readonly number: string };

export type TokenAndCard = { readonly token: CardTokenRow; readonly card: OwnedCard };

/** A token that may be billed. `isGuest`: whether its user is a guest. */
export type BillableToken = TokenAndCard & { readonly isGuest: boolean };

import type { DeclineCode } from '../../../contract/errors/errors.ts';
import type { Database } from '../../../store/database.ts';
import type { ProcessorRow } from '../../tables/processors.ts';
import type { HasMasterKey } from '../keys/master-key.ts';
import type {
  AcquirerQuestion,
  CompletionQuestion,
  FollowUpKind,
  FollowUpQuestion,
  StartKind,
  StartQuestion,
  ThreeDsResult,
} from './acquirer-question.ts';
import type { ScheduledAnswer } from './processor.ts';

/** What the sandbox in this process adds to a reply, because it answers at once. */
type Simulated = {
  readonly simulated?:
    | {
        /** By how many ms the merchant's answer is delayed. */
        readonly slowMs?: number | undefined;
        /** How and when an operation that was answered `received` ends. */
        readonly end?: { readonly returnCode: string; readonly afterMs: number } | undefined;
        /** The answer to the challenge that the merchant's metadata gives. */
        readonly challengeAnswer?: ScheduledAnswer | undefined;
      }
    | undefined;
};

/** What one try of a question came to. Only `unknown` leaves in doubt whether the acquirer acted on this try. */
export type Reply = Simulated & ReplyKind;

type ReplyKind =
  | {
      readonly kind: 'approved';
      readonly processorReference: string;
      readonly authcode: string;
      readonly networkTransactionId?: string | undefined;
      readonly threeDs?: ThreeDsResult | undefined;
    }
  | {
      readonly kind: 'declined';
      readonly processorReference?: string | undefined;
      /** ISO 8583, or `3D`. */
      readonly returnCode: string;
      readonly declineCode: DeclineCode;
      /** The acquirer's own words, for developers. */
      readonly text: string;
      readonly threeDs?: ThreeDsResult | undefined;
    }
  | {
      readonly kind: 'redirect';
      readonly processorReference: string | undefined;
      readonly url: string;
      readonly method: 'GET' | 'POST';
      readonly form?: Readonly<Record<string, string>> | undefined;
    }
  /** A notification ends it. */
  | {
      readonly kind: 'received';
      readonly processorReference: string;
      readonly threeDs?: ThreeDsResult | undefined;
    }
  /** The same key is being worked on: ask again later. */
  | { readonly kind: 'inProgress'; readonly retryAfterMs: number }
  /** This try did nothing: the question is malformed, not allowed or not supported. An earlier try may have acted. */
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly text: string;
      /** Whether the connector refused it by itself, without a question to the acquirer. */
      readonly askedNobody?: true | undefined;
    }
  /** This try reached nobody. An earlier try may have acted. */
  | {
      readonly kind: 'notSent';
      readonly reason: string;
      /** Whether the acquirer itself said that it did nothing, so that the line to it is in order. */
      readonly isAnswered?: true | undefined;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

export type WantedOperation = { readonly reference: string; readonly merchantAccount: string };

/**
 * `absent`: the acquirer has not acted on that reference so far. A question that is still on its way may yet do so: repeat it
 * under its key, and free nothing within its deadline.
 */
export type FindReply =
  | { readonly kind: 'absent' }
  | Exclude<Reply, { readonly kind: 'inProgress' | 'refused' }>;

/**
 * An event that the acquirer reports. Its operation is found first by `processorReference` (a dispute has its own); else by
 * `reference`, if the kind fits. Where `reference` names the payment, as with some acquirers, it is the payment's only
 * operation of a fitting kind.
 */
export type AcquirerNotification = {
  /** The same for each copy. */
  readonly id: string;
  readonly kind:
    | 'start'
    | FollowUpKind
    | 'captureFailed'
    | 'refundFailed'
    | 'chargeback'
    | 'chargebackReversed'
    | 'chargebackLost'
    | 'report'
    | 'other';
  /** The acquirer's name of the event. */
  readonly event: string;
  /** Of `start`, `capture`, `refund`, `cancel`: whether it succeeded. True of all others says nothing. */
  readonly isSuccess: boolean;
  readonly reference?: string | undefined;
  readonly processorReference: string;
  readonly paymentProcessorReference?: string | undefined;
  readonly merchantAccount: string;
  readonly isLive: boolean;
  /** Minor units. */
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  readonly authcode?: string | undefined;
  /** ISO 8583, of a start that was declined. */
  readonly returnCode?: string | undefined;
  readonly declineCode?: DeclineCode | undefined;
  readonly reason?: string | undefined;
  readonly at: Date;
};

export type RawNotification = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
};

/** `answer` is given once all is stored; a refused message is answered 401. */
export type NotificationReading =
  | {
      readonly ok: true;
      readonly notifications: readonly AcquirerNotification[];
      readonly answer: { readonly status: number; readonly body: string };
    }
  | { readonly ok: false; readonly status: 401; readonly reason: string };

/** A line of the acquirer's report of a day. Amounts are minor units, negative where they leave the merchant. */
export type ReportLine = {
  readonly kind:
    | 'captured'
    | 'refunded'
    | 'captureFailed'
    | 'refundFailed'
    | 'chargeback'
    | 'chargebackReversed'
    | 'fee'
    | 'payout'
    | 'other';
  /** The acquirer's name of the kind. */
  readonly type: string;
  /** Of the operation where the report names it, else of its payment. */
  readonly reference?: string | undefined;
  readonly processorReference?: string | undefined;
  readonly paymentProcessorReference?: string | undefined;
  readonly merchantAccount: string;
  readonly currency: string;
  readonly gross: number;
  readonly fee: number;
  /** The currency that is paid out. */
  readonly feeCurrency: string;
};

/** `unreadable`: a person looks at it. */
export type ReadReport =
  | { readonly kind: 'lines'; readonly lines: readonly ReportLine[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** `unknown` and `notSent`: ask again. */
export type ReportReply = ReadReport | Extract<Reply, { readonly kind: 'unknown' | 'notSent' }>;

export type AcquirerCall = {
  /** Aborted when nobody waits for the reply any more. */
  readonly signal: AbortSignal;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** By the service's clock, which the sandbox's cards expire by. */
  readonly now: Date;
};

type Ask<Question> = (question: Question, call: AcquirerCall) => Promise<Reply>;

/** What an acquirer can be asked for, each by a verb of its own. */
type Verbs = { readonly [Verb in StartKind]: Ask<StartQuestion> } & {
  readonly [Verb in FollowUpKind]: Ask<FollowUpQuestion>;
} & { readonly completeAuthentication: Ask<CompletionQuestion> };

/**
 * Who is asked for money, by one set of credentials. Nothing here throws for what an acquirer does, only for a bug of ours. The
 * reply says what is safe: a question is repeated after `inProgress` or `unknown`, within `keyLifeMs` of its first try.
 */
export type Acquirer = Verbs & {
  /** The name that records show. */
  readonly name: string;
  /** Whether real money moves there. */
  readonly isLive: boolean;
  /** The merchant account of all its questions. Default: each merchant's own reference. */
  readonly merchantAccount?: string | undefined;
  /** How long the acquirer knows a key. */
  readonly keyLifeMs: number;
  /** Whether such an operation of the merchant ends by a notification. */
  isAsynchronous(kind: StartKind | FollowUpKind, merchantAccount: string): boolean;
  readonly supports: {
    /** Whether a capture can be cancelled by name. */
    readonly cancelOfCapture: boolean;
    /** Whether a payment is cancelled by our reference alone, where its answer was lost. */
    readonly cancelByReference: boolean;
    /** Whether an authorisation of the merchant can be captured in parts; otherwise the first capture frees the rest. */
    severalCaptures(merchantAccount: string): boolean;
  };
  /** What became of an operation, by our reference; undefined where the acquirer has no such question. */
  readonly find?: ((wanted: WantedOperation, call: AcquirerCall) => Promise<FindReply>) | undefined;
  readNotification(raw: RawNotification): NotificationReading;
  /** The report of a day, `YYYY-MM-DD`; undefined where it is only given as a file. */
  readonly report?: ((day: string, call: AcquirerCall) => Promise<ReportReply>) | undefined;
  /** Reads a report that is given as a file; undefined where there are none. */
  readonly readReport?: ((text: string) => ReadReport) | undefined;
};

/** Where configured acquirers are read. A transaction that is under way gives its own. */
export type AcquirerStore = HasMasterKey & {
  readonly db: Database;
  readonly rowCache: {
    readonly processors: {
      find(name: string, read: () => Promise<ProcessorRow | undefined>): Promise<ProcessorRow | undefined>;
    };
  };
};

type Found = Acquirer | undefined | Promise<Acquirer | undefined>;

/** The acquirers of this service; undefined where one is no longer configured. */
export type Acquirers = {
  /** The one that a merchant has chosen, or that a payment is at. Another account's is not found. */
  of(owner: { readonly accountId: number; readonly processor: string }, store: AcquirerStore): Found;
  /** By the name that an attempt has stored. */
  named(name: string, store: AcquirerStore): Found;
};

/** What the acquirer calls a merchant: the account of its configuration, else the merchant's own reference. */
export const accountAt = (
  { merchantAccount }: Pick<Acquirer, 'merchantAccount'>,
  { ref }: { readonly ref: string },
): string => merchantAccount ?? ref;

/** The same acquirer, with something around each of its questions. */
export function aroundQuestions(
  acquirer: Acquirer,
  around: <Question extends AcquirerQuestion>(ask: Ask<Question>) => Ask<Question>,
): Acquirer {
  const verbs: Verbs = {
    authorise: around(acquirer.authorise),
    sale: around(acquirer.sale),
    capture: around(acquirer.capture),
    refund: around(acquirer.refund),
    cancel: around(acquirer.cancel),
    completeAuthentication: around(acquirer.completeAuthentication),
  };
  return { ...acquirer, ...verbs };
}

/** The same acquirers, each with something around it. */
export function wrapAcquirers(acquirers: Acquirers, wrap: (acquirer: Acquirer) => Acquirer): Acquirers {
  const wrapped = async (found: Found) => {
    const acquirer = await found;
    return acquirer && wrap(acquirer);
  };
  return {
    of: (owner, store) => wrapped(acquirers.of(owner, store)),
    named: (name, store) => wrapped(acquirers.named(name, store)),
  };
}

import type { Acquirer, AcquirerCall, RawNotification, Reply } from '../../../base/processor/acquirer.ts';
import type { AcquirerCard } from '../../../base/processor/acquirer-question.ts';

/** What the acquirer holds to be true of one of our references. Amounts are minor units. */
export type LedgerEntry = {
  readonly kind: 'authorise' | 'sale' | 'capture' | 'refund' | 'cancel';
  readonly amount: number;
  readonly currency: string;
  readonly merchantAccount: string;
  /** `pending`: it has not ended, for example because a bank asks the shopper. */
  readonly status: 'approved' | 'declined' | 'pending';
};

/** The other side of a connector, where it is ours and can be told to misbehave. */
export type Fake = {
  /** Everything that was ever done under a reference; two entries of it are money that moved twice. */
  ledger(reference: string): readonly LedgerEntry[];
  /** The next question ends badly, although later. */
  letNextFail(): void;
  /** Ends everything that ends later, and returns what the acquirer then sends, oldest first. */
  endPending(): Promise<readonly RawNotification[]>;
  /** Answers the bank's page of a `redirect`: what then comes to the return address. */
  answerBank(
    redirect: Extract<Reply, { kind: 'redirect' }>,
    passes: boolean,
  ): Promise<Record<string, string>>;
  /** As after `keyLifeMs`. */
  forgetKeys(): void;
  /** The next question is answered as if its key were being worked on. */
  answerInProgress(): void;
  /** The next question is acted on, and answered with a code that no document names. */
  answerUnknownCode(): void;
  /** The same message with another merchant account or from the live system, signed as the acquirer signs. */
  signedFor(
    raw: RawNotification,
    change: { readonly merchantAccount?: string; readonly isLive?: boolean },
  ): RawNotification;
};

/** A connector on the bench. */
export type Bench = {
  readonly acquirer: Acquirer;
  readonly fetch: AcquirerCall['fetch'];
  readonly merchantAccount: string;
  readonly cards: {
    readonly approved: AcquirerCard;
    readonly declined: { readonly card: AcquirerCard; readonly declineCode: string };
    /** Demands 3-D Secure; undefined where none is known. */
    readonly demanding: AcquirerCard | undefined;
  };
  /** Undefined at a vendor's own endpoint: then no case runs that needs it. */
  readonly fake: Fake | undefined;
  close(): Promise<void>;
};

/** One sentence about every connector. */
export type Case = {
  /** Reads as a sentence after the connector's name. */
  readonly name: string;
  readonly needsFake: boolean;
  /** Whether it is about something that this connector does. */
  readonly fits: (bench: Bench) => boolean;
  /** Rejects with an AssertionError where the connector does otherwise. */
  readonly run: (bench: Bench) => Promise<void>;
};

/** A case that looks into the other side. `fits`: default every connector. */
export function caseWithFake(
  name: string,
  run: (bench: Bench, fake: Fake) => Promise<void>,
  fits: Case['fits'] = () => true,
): Case {
  return {
    name,
    needsFake: true,
    fits,
    run: async (bench) => {
      if (bench.fake === undefined) throw new Error(`Cannot run "${name}": the bench has no fake`);
      await run(bench, bench.fake);
    },
  };
}

/** A case that runs at a vendor's own endpoint too. */
export function caseAnywhere(name: string, run: (bench: Bench) => Promise<void>): Case {
  return { name, needsFake: false, fits: () => true, run };
}

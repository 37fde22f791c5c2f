import * as z from 'zod/mini';
import type { TransStatus } from '../../../contract/billing/trans-status.ts';
import { TRANS_STATUSES } from '../../../contract/billing/trans-status.ts';
import type { ProcessorRequest } from '../../base/processor/processor.ts';
import { authenticate } from '../processor/authenticate.ts';
import { decide as decideByTables, sandboxProcessor } from '../processor/sandbox-processor.ts';
import { type FollowUpMessage, ScheduledAnswer, type StartMessage } from './messages.ts';

const Decided = z.object({
  kind: z.literal('decided'),
  /** `00` approves. `3D-` and EMV's status: 3-D Secure stopped it. */
  code: z.string(),
  /** How long after the question it ends; undefined: with its answer. */
  afterMs: z.optional(z.number()),
  /** Its answer says how it will end, and nothing tells it later. */
  isForetold: z.optional(z.literal(true)),
  /** Of a 3-D Secure without a challenge. */
  transStatus: z.optional(z.enum(TRANS_STATUSES)),
});

/** What the tables of the sandbox say to a question: everything that depends on the card, which the journal does not keep. */
export const Verdict = z.discriminatedUnion('kind', [
  Decided,
  z.object({
    kind: z.literal('challenge'),
    /** What follows a challenge that is passed. */
    code: z.string(),
    /** The issuer's result, whatever the shopper answers. */
    issuerResult: z.optional(z.enum(TRANS_STATUSES)),
    /** The bank answers by itself. */
    auto: z.optional(ScheduledAnswer),
  }),
]);
export type Verdict = z.infer<typeof Verdict>;

/** `slowMs`: how long the answer takes. `unavailable`: nothing is done. */
export type Judgement = { readonly verdict: Verdict; readonly slowMs: number } | 'unavailable';
type Decision = { readonly verdict: z.infer<typeof Decided>; readonly slowMs: number } | 'unavailable';

export function judgeStart(message: StartMessage, now: Date): Judgement {
  const { authentication, card, amount, currency, metadata } = message;
  if (authentication.kind !== 'wanted') {
    const status = authentication.kind === 'done' ? authentication.result.transStatus : 'Y';
    if (!passes(status)) return { verdict: { kind: 'decided', code: `3D-${status}` }, slowMs: 0 };
    return decide(message, { now, isAuthenticated: authentication.kind === 'done' });
  }
  const result = authenticate({ number: card.number, amount, currency, metadata });
  if (result.kind === 'frictionless') {
    return judgeFrictionless(message, { now, status: result.status, slowMs: result.slowMs });
  }
  const after = decide(message, { now, isAuthenticated: true });
  const code = after === 'unavailable' ? '96' : after.verdict.code;
  const issuerResult = fixedResult(card.number);
  return { verdict: { kind: 'challenge', code, issuerResult, auto: result.answer }, slowMs: 0 };
}

type Frictionless = { readonly now: Date; readonly status: TransStatus; readonly slowMs: number };

function judgeFrictionless(message: StartMessage, { now, status, slowMs }: Frictionless): Judgement {
  if (!passes(status)) {
    return { verdict: { kind: 'decided', code: `3D-${status}`, transStatus: status }, slowMs };
  }
  const judgement = decide(message, { now, isAuthenticated: true });
  if (judgement === 'unavailable') return judgement;
  const verdict = { ...judgement.verdict, transStatus: status };
  return { verdict, slowMs: judgement.slowMs + slowMs };
}

export function judgeFollowUp(
  message: FollowUpMessage,
  { now, ...amounts }: { now: Date; authorised: number; captured: number },
): Judgement {
  const kind = message.kind === 'cancel' ? 'void' : message.kind;
  return judgementOf({ ...moneyOf(message, now), ...amounts, kind });
}

function decide(
  message: StartMessage,
  { now, isAuthenticated }: { now: Date; isAuthenticated: boolean },
): Decision {
  const { kind, card } = message;
  return judgementOf({ ...moneyOf(message, now), kind, card, isAuthenticated });
}

function moneyOf(message: StartMessage | FollowUpMessage, now: Date) {
  const { amount, currency, metadata, merchantAccount, merchantReference } = message;
  return {
    transactionId: merchantReference,
    merchantRef: merchantAccount,
    amount,
    currency,
    metadata,
    now,
  };
}

function judgementOf(request: ProcessorRequest): Decision {
  const answer = decideByTables(request);
  if (answer.kind === 'unavailable') return 'unavailable';
  const code = answer.decision.returnCode;
  if (answer.kind === 'decided') return { verdict: { kind: 'decided', code }, slowMs: answer.slowMs };
  return { verdict: { kind: 'decided', code, afterMs: answer.afterMs }, slowMs: 0 };
}

export function passes(status: TransStatus): boolean {
  return status === 'Y' || status === 'A';
}

/** The tables know the issuer by the number alone. */
function fixedResult(number: string): TransStatus | undefined {
  const result = sandboxProcessor.challengeResult(number, 'Y');
  return result === sandboxProcessor.challengeResult(number, 'N') ? result : undefined;
}

import * as z from 'zod/mini';
import { Currency } from '../../../contract/billing/billing.ts';
import { TRANS_STATUSES } from '../../../contract/billing/trans-status.ts';
import { DECLINE_CODES } from '../../../contract/errors/errors.ts';
import { FOLLOW_UP_KINDS, START_KINDS } from '../../base/processor/acquirer-question.ts';

/** What the simulated acquirer hears and says: its API, of which the service knows only this. */

const Reference = z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/));
const Account = z.string().check(z.minLength(1), z.maxLength(80));
const Amount = z.int().check(z.positive(), z.maximum(1_000_000_000));
const TransStatus = z.enum(TRANS_STATUSES);
const Metadata = z._default(z.array(z.object({ key: z.string(), value: z.string() })), []);

const Card = z.object({
  number: z.string().check(z.regex(/^\d{12,19}$/)),
  expMonth: z.int().check(z.minimum(1), z.maximum(12)),
  expYear: z.int().check(z.minimum(2000), z.maximum(2199)),
  securityCode: z.optional(z.string()),
  holder: z.optional(z.string()),
  network: z.optional(z.string()),
});

const Authentication = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('done'), result: z.object({ transStatus: TransStatus }) }),
  z.object({ kind: z.literal('wanted'), returnUrl: z.url() }),
]);

const ids = { reference: Reference, merchantAccount: Account };
/** Names the transaction to people, and may be used again; what the sandbox makes up is made of it. */
const merchantReference = z.string().check(z.minLength(1), z.maxLength(80));
const money = { amount: Amount, currency: Currency };

export const ScheduledAnswer = z.object({
  result: z.enum([...TRANS_STATUSES, 'cancel']),
  afterMs: z.number(),
});

export const StartMessage = z.object({
  ...ids,
  ...money,
  merchantReference,
  kind: z.enum(START_KINDS),
  card: Card,
  authentication: Authentication,
  metadata: Metadata,
});
export type StartMessage = z.infer<typeof StartMessage>;

export const FollowUpMessage = z.object({
  ...ids,
  ...money,
  merchantReference,
  kind: z.enum(FOLLOW_UP_KINDS),
  /** Our reference of the start. */
  payment: Reference,
  /** Our reference of the capture that is refunded or cancelled. */
  of: z.optional(Reference),
  metadata: Metadata,
});
export type FollowUpMessage = z.infer<typeof FollowUpMessage>;

export const CompletionMessage = z.object({
  ...ids,
  kind: z.literal('completion'),
  payment: Reference,
  transStatus: z.enum([...TRANS_STATUSES, 'cancel']),
});
export type CompletionMessage = z.infer<typeof CompletionMessage>;

export const QuestionMessage = z.discriminatedUnion('kind', [
  StartMessage,
  FollowUpMessage,
  CompletionMessage,
]);
export type QuestionMessage = z.infer<typeof QuestionMessage>;

/** What only a simulation says. */
const simulated = z.optional(
  z.object({
    /** By how many ms the merchant's answer is delayed. */
    slowMs: z.optional(z.number()),
    /** How an operation that was received ends, where no notification tells it. */
    end: z.optional(z.object({ returnCode: z.string(), afterMs: z.number() })),
    /** The bank answers by itself. */
    challengeAnswer: z.optional(ScheduledAnswer),
  }),
);
/** Of 3-D Secure, where it took place. */
const transStatus = z.optional(TransStatus);
const declined = {
  processorReference: z.string(),
  transStatus,
  simulated,
  returnCode: z.string(),
  declineCode: z.enum(DECLINE_CODES),
  text: z.string(),
};

export const AnswerMessage = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('approved'),
    processorReference: z.string(),
    authcode: z.string(),
    transStatus,
    simulated,
  }),
  z.object({ outcome: z.literal('declined'), ...declined }),
  z.object({ outcome: z.literal('redirect'), processorReference: z.string(), url: z.string(), simulated }),
  z.object({ outcome: z.literal('received'), processorReference: z.string(), transStatus, simulated }),
  z.object({ outcome: z.literal('absent') }),
  /** Nothing was done. `key_in_progress`: ask again later. `unavailable`: ask again, or not. */
  z.object({ outcome: z.literal('refused'), code: z.string(), text: z.string() }),
]);
export type AnswerMessage = z.infer<typeof AnswerMessage>;
export type Refusal = Extract<AnswerMessage, { readonly outcome: 'refused' }>;

export function refused(code: string, text: string): Refusal {
  return { outcome: 'refused', code, text };
}

const DISPUTE_EVENTS = [
  'capture.failed',
  'refund.failed',
  'chargeback.opened',
  'chargeback.reversed',
  'chargeback.lost',
] as const;

export const NotificationMessage = z.object({
  id: z.string(),
  event: z.enum(['operation.ended', ...DISPUTE_EVENTS]),
  live: z.boolean(),
  merchantAccount: Account,
  kind: z.enum([...START_KINDS, ...FOLLOW_UP_KINDS]),
  reference: Reference,
  processorReference: z.string(),
  paymentProcessorReference: z.string(),
  ...money,
  approved: z.boolean(),
  authcode: z.optional(z.string()),
  returnCode: z.optional(z.string()),
  declineCode: z.optional(z.enum(DECLINE_CODES)),
  at: z.iso.datetime(),
});
export type NotificationMessage = z.infer<typeof NotificationMessage>;

/** What is to become of an operation's money afterwards: only a simulation is asked for that. */
export const DisputeMessage = z.object({
  ...ids,
  ...money,
  event: z.enum(DISPUTE_EVENTS),
});
export type DisputeMessage = z.infer<typeof DisputeMessage>;

export const ReportMessage = z.array(
  z.object({
    type: z.enum([
      'captured',
      'refunded',
      'captureFailed',
      'refundFailed',
      'chargeback',
      'chargebackReversed',
    ]),
    merchantAccount: Account,
    reference: Reference,
    processorReference: z.string(),
    paymentProcessorReference: z.string(),
    currency: z.string(),
    gross: z.int(),
    fee: z.int(),
    feeCurrency: z.string(),
  }),
);
export type ReportMessage = z.infer<typeof ReportMessage>;

import * as z from 'zod/mini';
import { TRANS_STATUSES } from '../../../contract/billing/trans-status.ts';
import { FOLLOW_UP_KINDS, START_KINDS } from '../../base/processor/acquirer-question.ts';
import { Verdict } from './judge.ts';
import { DisputeMessage } from './messages.ts';

const base = { id: z.string(), at: z.number() };
const question = {
  ...base,
  key: z.string(),
  /** Keyed, of the question without its security code, so that another under the same key is recognised. */
  digest: z.string(),
  reference: z.string(),
  merchantAccount: z.string(),
};
const merchantReference = z.string();
const money = { amount: z.number(), currency: z.string() };

/** What the journal holds. No card is in it: of one there are the verdict and a keyed digest. */
export const Entry = z.discriminatedUnion('entry', [
  z.object({
    entry: z.literal('start'),
    ...question,
    ...money,
    merchantReference,
    kind: z.enum(START_KINDS),
    verdict: Verdict,
    /** Where the bank asks. */
    url: z.string(),
  }),
  z.object({
    entry: z.literal('followUp'),
    ...question,
    ...money,
    merchantReference,
    kind: z.enum(FOLLOW_UP_KINDS),
    payment: z.string(),
    of: z.optional(z.string()),
    verdict: Verdict,
  }),
  z.object({
    entry: z.literal('completion'),
    ...question,
    payment: z.string(),
    transStatus: z.enum([...TRANS_STATUSES, 'cancel']),
  }),
  z.object({ entry: z.literal('dispute'), ...base, ...DisputeMessage.shape }),
  z.object({ entry: z.literal('notified'), ...base, notification: z.string() }),
  z.object({ entry: z.literal('keysForgotten'), ...base }),
  z.object({ entry: z.literal('emptied'), ...base }),
]);
export type Entry = z.infer<typeof Entry>;
export type QuestionEntry = Extract<Entry, { readonly entry: 'start' | 'followUp' | 'completion' }>;
export type StartEntry = Extract<Entry, { readonly entry: 'start' }>;
export type FollowUpEntry = Extract<Entry, { readonly entry: 'followUp' }>;
export type CompletionEntry = Extract<Entry, { readonly entry: 'completion' }>;
export type DisputeEntry = Extract<Entry, { readonly entry: 'dispute' }>;

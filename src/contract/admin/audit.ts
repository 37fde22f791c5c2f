import * as z from 'zod/mini';
import { must, positiveInteger } from '../forms/form-values.ts';
import { answer, pageAnswer } from './answer.ts';

/** The audit log in the admin API. */

/** Which acts to list: newest first, 50 a page. */
export const AuditQuery = z.strictObject({
  /** Only acts on one account. Default: all. */
  account_id: z.optional(positiveInteger),
  /** `next` of the page before. */
  before: z.optional(positiveInteger),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** Who did what, from where and to what. No card data, no key, no token. */
export const AuditEntry = z.strictObject({
  /** Its position in the chain, from 1 without gaps. */
  seq: z.int(),
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.enum(['admin-token', 'secret-key', 'wallet-session', 'service']),
  /** Of the secret key or the wallet session; of an admin token `inspector` where its page acted, and null for programs; null of the service itself. */
  actor_id: z.nullable(z.string()),
  /** Null for a command that opened the store itself. */
  address: z.nullable(z.string()),
  act: z.string(),
  account_id: z.nullable(z.int()),
  subject: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
  /** Hex. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditAnswer = z.strictObject({
  ...pageAnswer,
  entries: z.array(AuditEntry),
});
export type AuditAnswer = z.infer<typeof AuditAnswer>;

/** The chain's head as it was noted earlier outside the store: both members or none. */
export const NotedHead = z
  .strictObject({
    seq: z.optional(positiveInteger),
    hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, must('be the 64 hex digits of a hash')))),
  })
  .check(
    z.refine(
      (head) => (head.seq === undefined) === (head.hash === undefined),
      must("name a noted head by 'seq' and 'hash', or give neither"),
    ),
  );

export const AuditVerdict = z.strictObject({
  /** Where the chain first breaks, and how; null when it is whole. */
  broken: z.nullable(
    z.strictObject({
      seq: z.int(),
      reason: z.enum([
        'row_changed',
        'row_missing',
        'link_changed',
        'head_changed',
        'head_missing',
        'beyond_head',
        'not_as_noted',
      ]),
    }),
  ),
  /** Note it outside the store: it reveals a restored old state of the whole store. */
  head: z.strictObject({ seq: z.int(), hash: z.string() }),
  /** Acts that are not in the chain yet. */
  waiting: z.int(),
  /**
   * How many of those are faulty; 0 when nothing is wrong. They are more than 30 seconds old, so something keeps the chain from
   * growing, or they were edited, forged or copied from the chain and are therefore refused.
   */
  unsealed: z.int(),
});
export type AuditVerdict = z.infer<typeof AuditVerdict>;

export const AuditVerdictAnswer = z.strictObject({ ...answer, verdict: AuditVerdict });
export type AuditVerdictAnswer = z.infer<typeof AuditVerdictAnswer>;

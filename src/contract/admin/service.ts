import * as z from 'zod/mini';
import { answer } from './answer.ts';

/** The service itself: its addresses, clock and keys, what falls due, and fault switches. */

/** Of `GET /api/service`. */
export const ServiceAnswer = z.strictObject({
  ...answer,
  base_url: z.string(),
  issuer_url: z.string(),
  /** Whether other machines reach it. */
  is_public: z.boolean(),
  /** Whether reset and clock are allowed: on a developer's machine, or if PUBLIC_ALLOWS names `reset`. */
  may_reset: z.boolean(),
  rate_limits: z.enum(['on', 'off']),
});
export type ServiceAnswer = z.infer<typeof ServiceAnswer>;

/** The test clock's step; it never goes back. Raises `parameter_invalid` beyond ten years in all. */
export const ClockAdvance = z.strictObject({ advance_seconds: z.int().check(z.minimum(0)) });

export const ClockAnswer = z.strictObject({
  ...answer,
  /** The service's time, ISO 8601 in UTC. */
  now: z.iso.datetime(),
  /** How far it is ahead of the machine's, in seconds. */
  advanced_seconds: z.int(),
});
export type ClockAnswer = z.infer<typeof ClockAnswer>;

/** New keys of the service's own: the master key, the key that signs access tokens, or `both`. */
export const KeyRotation = z.strictObject({ keys: z.enum(['both', 'master', 'signing']) });

export const KeyRotationAnswer = z.strictObject({
  ...answer,
  /** The master key in force, and how many values are sealed anew; null when it was not asked for. */
  master: z.nullable(z.strictObject({ key_id: z.string(), resealed: z.int() })),
  /** The newest signing key, published at once; verifiers know it by the time it signs. */
  signing: z.nullable(z.strictObject({ key_id: z.string(), signs_from: z.iso.datetime() })),
});
export type KeyRotationAnswer = z.infer<typeof KeyRotationAnswer>;

/** Something that the service does at a certain time. */
export const DueEntry = z.strictObject({
  at: z.iso.datetime(),
  kind: z.enum([
    'finish-operation',
    'expire-authorisation',
    'answer-challenge',
    'expire-challenge',
    'expire-provider-payment',
    'send-callback',
  ]),
  account_id: z.int(),
  payment_id: z.uuid(),
  order_id: z.string(),
  transaction_id: z.string(),
  /** Null but for `send-callback`. */
  callback_id: z.nullable(z.string()),
  /** As a callback's `held_until`; `at` is then the same time. */
  held_until: z.nullable(z.iso.datetime()),
});
export type DueEntry = z.infer<typeof DueEntry>;

/** Of `GET /api/due`: what falls due next, 100 entries at most. */
export const DueAnswer = z.strictObject({
  ...answer,
  /** The service's time. An entry before it is being done. */
  now: z.iso.datetime(),
  due: z.array(DueEntry),
  /** Whether there are more. */
  has_more: z.boolean(),
});
export type DueAnswer = z.infer<typeof DueAnswer>;

/** What the simulated acquirer of this process does wrong. */
export const AcquirerFaults = z.strictObject({
  /**
   * `dropBefore`, `dropAfter`: the connection breaks before or after it acted. `forgetKey`: as `dropAfter`, and it forgets all
   * idempotency keys. After it acted, `errorAfter` answers 500 and `unknownWord` a word that nobody knows. `double`: it acts twice
   * on one question. `inProgress`: it says that the key is being worked on. `down`: it can be reached for nothing.
   */
  questions: z.enum([
    'none',
    'dropBefore',
    'dropAfter',
    'forgetKey',
    'errorAfter',
    'unknownWord',
    'double',
    'inProgress',
    'down',
  ]),
  /** How many questions that concerns; null: all, until it is switched off. */
  times: z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  /** How much later it answers, ms. */
  slow_ms: z.int().check(z.minimum(0), z.maximum(60_000)),
  /** `early`: before the question is answered. */
  notifications: z.enum(['none', 'double', 'late', 'early', 'reverse', 'lost']),
});
export type AcquirerFaults = z.infer<typeof AcquirerFaults>;

/** Faults that this process simulates until they are switched off or it ends. None at its start. */
export const Faults = z.strictObject({
  /** Whose requests `refuse` and `slow_ms` affect: the shop's backend, its page and wallet, or both. */
  requests_of: z.enum(['backend', 'wallet', 'all']),
  /** They are answered 503 `overloaded`. */
  refuse: z.boolean(),
  /** How long each of them waits before anything is done, ms. */
  slow_ms: z.int().check(z.minimum(0), z.maximum(30_000)),
  /**
   * `lost`: every attempt to send a callback ends in `connection_failed`. `answer-lost`: it arrives, and ends in
   * `answer_broken`. Both are tried again later, as always.
   */
  callbacks: z.enum(['arrive', 'lost', 'answer-lost']),
  /** Providers cannot be reached: their buttons fail. */
  providers_down: z.boolean(),
  /** The processor cannot be reached: billing answers 503 `processor_unavailable`. */
  processor_down: z.boolean(),
  /** Null where no acquirer is simulated in this process. */
  acquirer: z.nullable(AcquirerFaults),
});
export type Faults = z.infer<typeof Faults>;

/**
 * `PATCH /api/faults`: missing members stay as they are, also of `acquirer`. Raises `not_on_public_service`, and
 * `parameter_invalid` for an acquirer's fault where none is simulated in this process.
 */
export const FaultsChange = z.extend(z.partial(Faults), {
  acquirer: z.optional(z.nullable(z.partial(AcquirerFaults))),
});
export type FaultsChange = z.infer<typeof FaultsChange>;

/** Of `GET`, `PATCH` and `DELETE /api/faults`; the last switches all off. */
export const FaultsAnswer = z.strictObject({
  ...answer,
  faults: Faults,
  /** Whether they may be switched here. */
  is_allowed: z.boolean(),
});
export type FaultsAnswer = z.infer<typeof FaultsAnswer>;

import fc from 'fast-check';
import { BillingMethod, FollowUpMethod, type StartMethod } from '../../contract/billing/billing.ts';
import { isStartMethod } from '../payments/model/methods.ts';

/** For property tests: what may happen in a history. `on` picks one of the transactions so far. */
export type StartStep = {
  readonly do: 'start';
  readonly method: StartMethod;
  readonly cents: number;
  readonly isAsync: boolean;
  readonly declined: boolean;
  readonly autopilot: 'Y' | 'N' | undefined;
  /** Which of the history's single-use tokens pays; undefined: a token for any number of payments. */
  readonly token: number | undefined;
  /** Whether it is sent twice at once, as two orders. */
  readonly isDouble: boolean;
  readonly named: NamedBy;
};
export type FollowUpStep = {
  readonly do: 'followUp';
  readonly on: number;
  /** Several are sent at once. */
  readonly followUps: readonly FollowUp[];
  readonly isKeyed: boolean;
};
export type Step =
  | StartStep
  | FollowUpStep
  | { readonly do: 'again'; readonly on: number; readonly isOther: boolean }
  | { readonly do: 'answer'; readonly on: number; readonly result: 'Y' | 'N' | 'cancel' }
  | { readonly do: 'wait'; readonly ms: number; readonly isSmall: boolean };

export type FollowUp = {
  readonly method: FollowUpMethod;
  readonly cents: number;
  readonly declined: boolean;
};
/** What a start calls itself: by an `Idempotency-Key`, by its own `transactionID`, or both. */
export type NamedBy = 'no' | 'key' | 'id' | 'both';

const DAY = 86_400_000;
const waits = [299, 300, 1_999, 2_000, 899_000, 900_000, 1_800_000, DAY - 1_000, DAY, 7 * DAY - 1, 7 * DAY];

const cents = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(500, 1_000, 1_000));
const declined = fc.constantFrom(false, false, false, true);
const on = fc.nat({ max: 40 });
const followUp = fc.record({
  method: fc.constantFrom(...FollowUpMethod.options),
  cents,
  declined,
});

const start: fc.Arbitrary<StartStep> = fc.record({
  do: fc.constant('start' as const),
  method: fc.constantFrom(...BillingMethod.options.filter(isStartMethod)),
  cents,
  declined,
  isAsync: fc.boolean(),
  autopilot: fc.constantFrom(undefined, undefined, 'Y', 'N'),
  token: fc.constantFrom(undefined, undefined, 0, 1),
  isDouble: fc.constantFrom(false, false, false, true),
  named: fc.constantFrom('no' as const, 'key' as const, 'id' as const, 'both' as const),
});
const followUps: fc.Arbitrary<FollowUpStep> = fc.record({
  do: fc.constant('followUp' as const),
  followUps: fc.oneof(
    { weight: 3, arbitrary: fc.array(followUp, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(followUp, { minLength: 2, maxLength: 4 }) },
  ),
  on,
  isKeyed: fc.boolean(),
});
const again = fc.record({
  do: fc.constant('again' as const),
  on,
  isOther: fc.constantFrom(false, false, true),
});
const answer = fc.record({
  do: fc.constant('answer' as const),
  on,
  result: fc.constantFrom('Y' as const, 'Y' as const, 'N' as const, 'cancel' as const),
});
const wait = fc.record({
  do: fc.constant('wait' as const),
  ms: fc.constantFrom(...waits),
  isSmall: fc.boolean(),
});

export const histories: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
    { weight: 3, arbitrary: start },
    { weight: 8, arbitrary: followUps },
    { weight: 3, arbitrary: again },
    { weight: 2, arbitrary: answer },
    { weight: 3, arbitrary: wait },
  ),
  { minLength: 5, maxLength: 25 },
);

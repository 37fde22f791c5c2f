import type { AdminPayment } from '../../../contract/admin/payments.ts';

type Letter = NonNullable<AdminPayment['figures']['three_ds']>['trans_status'];

/** The meaning of EMV's `transStatus` after a challenge. */
const afterChallenge: Readonly<Record<Letter, string>> = {
  C: 'The bank asks the shopper',
  Y: 'Passed: the shopper gave the code',
  A: 'Attempted: the bank takes the risk',
  N: 'Not passed: the shopper gave no right code',
  U: 'The bank could not tell',
  R: 'Refused by the bank',
};

/** Its meaning if the bank decided without a challenge. */
const withoutChallenge: Readonly<Record<Letter, string>> = {
  ...afterChallenge,
  Y: 'Passed without asking the shopper',
  N: 'Not passed, without asking the shopper',
  R: 'Refused without asking the shopper',
};

/** Whether there was a challenge. */
export function hadChallenge({ timeline }: Pick<AdminPayment, 'timeline'>): boolean {
  return timeline.some(({ kind }) => kind === 'challenge-created');
}

export const threeDsWords = (letter: Letter, isAfterChallenge: boolean): string =>
  (isAfterChallenge ? afterChallenge : withoutChallenge)[letter];

/** The same for a timeline's `detail`, which may be no `transStatus`. */
export function frictionlessWords(letter: string | null): string {
  return new Map<string, string>(Object.entries(withoutChallenge)).get(letter ?? '') ?? 'It did not ask';
}

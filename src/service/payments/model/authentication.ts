import type { ThreeDsDeclineCode } from '../../../contract/errors/errors.ts';
import type { Decision } from '../../base/processor/processor.ts';
import type { ChallengeRow } from '../../tables/challenges.ts';
import type { PaymentRow } from '../../tables/payments.ts';

/** What became of 3-D Secure. */
export type Authentication = NonNullable<PaymentRow['authentication']>;

/** Every way not to be authenticated. Rule: threeds/reasons. */
type FailedAuthentication = Exclude<Authentication, 'PENDING' | 'Y' | 'A'>;

/** The return code of a payment that 3-D Secure stopped: it went to no issuer. */
export const THREE_DS_RETURN_CODE = '3D';

const DECLINE_CODES: Record<FailedAuthentication, ThreeDsDeclineCode> = {
  N: 'authentication_failed',
  R: 'authentication_rejected',
  U: 'authentication_unavailable',
  CANCELLED: 'cancelled_by_cardholder',
  VOIDED: 'cancelled_by_merchant',
  TIMED_OUT: 'timeout',
};

export function isPassed(authentication: Authentication): authentication is 'Y' | 'A' {
  return authentication === 'Y' || authentication === 'A';
}

/** Whether the cardholder was asked. A box in which a cardholder only waited for the acquirer's answer asked nobody. */
export function wasChallenged<Challenge extends Pick<ChallengeRow, 'stage'>>(
  challenge: Challenge | null,
): challenge is Challenge {
  return challenge !== null && challenge.stage !== 'waiting';
}

export function declineOf(authentication: FailedAuthentication): Decision {
  return {
    approved: false,
    returnCode: THREE_DS_RETURN_CODE,
    declineCode: DECLINE_CODES[authentication],
  };
}

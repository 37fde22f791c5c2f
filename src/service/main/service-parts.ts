import type { ServiceDependencies } from '../base/runtime/service-dependencies.ts';
import { runDueWork } from '../payments/asking/run-due-work.ts';
import { expireProviderPayment } from '../payments/instant/end-provider-payment.ts';
import { challengeData } from '../payments/threeds/box.ts';
import { readChallengeEvents } from '../payments/threeds/challenge-events.ts';
import { closeChallenge } from '../payments/threeds/close-challenge.ts';
import { answerChallenge, expireChallenge, voidChallenge } from '../payments/threeds/end-challenge.ts';
import { openChallenge, openWaitingBox, reopenBank } from '../payments/threeds/open-challenge.ts';
import { expireAuthorisation, finishOperation } from '../payments/timed-outcomes.ts';

/** Functions of rooms above that rooms below call: they get it as a dependency. The handlers of timers are here, too. */
export const serviceParts: Pick<ServiceDependencies, 'payments' | 'readEvents'> = {
  payments: {
    timerHandlers: {
      'finish-operation': finishOperation,
      'expire-authorisation': expireAuthorisation,
      'answer-challenge': answerChallenge,
      'expire-challenge': expireChallenge,
      'expire-provider-payment': expireProviderPayment,
    },
    runDueWork,
    openChallenge,
    openWaitingBox,
    reopenBank,
    closeChallenge,
    voidChallenge,
    challengeData,
  },
  readEvents: readChallengeEvents,
};

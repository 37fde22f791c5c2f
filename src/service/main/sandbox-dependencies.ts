import type { ServiceDependencies } from '../base/context/service-dependencies.ts';
import { expireProviderPayment } from '../payments/instant/end-provider-payment.ts';
import { challengeData } from '../payments/threeds/box.ts';
import { readChallengeEvents } from '../payments/threeds/challenge-events.ts';
import { answerChallenge, expireChallenge, voidChallenge } from '../payments/threeds/end-challenge.ts';
import { openChallenge } from '../payments/threeds/open-challenge.ts';
import { expireAuthorisation, finishOperation } from '../payments/timed-ends.ts';
import type { Simulation } from '../sandbox/issuer/simulation.ts';
import { issuerBehaviour } from '../sandbox/processor/authenticate.ts';
import { readSheetRequest, signResult } from '../sandbox/processor/provider-messages.ts';
import { sandboxGateway } from '../sandbox/processor/sandbox-gateway.ts';
import { sandboxProcessor } from '../sandbox/processor/sandbox-processor.ts';

/**
 * The parts that the service is put together from. Only this file knows which processor there is, and who acts when a
 * timer is due.
 */
export const sandboxDependencies: ServiceDependencies = {
  processor: sandboxProcessor,
  providers: sandboxGateway,
  payments: {
    timerHandlers: {
      'finish-operation': finishOperation,
      'expire-authorisation': expireAuthorisation,
      'answer-challenge': answerChallenge,
      'expire-challenge': expireChallenge,
      'expire-provider-payment': expireProviderPayment,
    },
    openChallenge,
    voidChallenge,
    challengeData,
  },
  readEvents: readChallengeEvents,
};

/** What the sandbox gives to the simulated issuer and providers. */
export const simulation: Simulation = { issuerBehaviour, readSheetRequest, signResult };

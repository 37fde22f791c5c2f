import type { Acquirer, AcquirerCall, Acquirers, Reply } from '../../base/processor/acquirer.ts';
import type {
  FollowUpQuestion,
  StartQuestion,
  ThreeDsResult,
} from '../../base/processor/acquirer-question.ts';
import type { ProcessorAnswer } from '../../base/processor/processor.ts';
import { authenticate } from './authenticate.ts';
import { decide, isAsynchronous, reference, sandboxProcessor } from './sandbox-processor.ts';

const DAY_MS = 86_400_000;

/** The sandbox's decision tables as an acquirer of this process: it answers at once and keeps no ledger. */
const sandboxAcquirer: Acquirer = {
  name: 'sandbox',
  keyLifeMs: 7 * DAY_MS,
  isAsynchronous: (kind, merchantAccount) =>
    kind !== 'authorise' && kind !== 'sale' && isAsynchronous(merchantAccount),
  isLive: false,
  supports: { cancelOfCapture: true, cancelByReference: true, severalCaptures: () => true },
  authorise: askForStart,
  sale: askForStart,
  capture: askForFollowUp,
  refund: askForFollowUp,
  cancel: askForFollowUp,
  completeAuthentication: async () => ({
    kind: 'refused',
    code: 'no_redirect',
    text: 'the sandbox sends nobody away',
  }),
  readNotification: () => ({ ok: false, status: 401, reason: 'the sandbox sends no notification' }),
};

export const sandboxAcquirers: Acquirers = {
  of: () => sandboxAcquirer,
  named: (name) => (name === sandboxAcquirer.name ? sandboxAcquirer : undefined),
};

/** Authenticates where that is wanted, then decides on the money. */
async function askForStart(question: StartQuestion, { now }: AcquirerCall): Promise<Reply> {
  const { card, amount, currency, metadata, authentication } = question;
  const processorReference = reference(question.merchantReference);
  const isWanted = authentication.kind === 'wanted';
  const answer = isWanted ? authenticate({ number: card.number, amount, currency, metadata }) : undefined;
  if (answer?.kind === 'challenge') {
    const simulated = { challengeAnswer: answer.answer };
    return { kind: 'redirect', processorReference, url: '', method: 'GET', simulated };
  }
  const done = authentication.kind === 'done' ? authentication.result : undefined;
  const threeDs = answer ? { transStatus: answer.status } : done;
  const slowMs = answer?.slowMs ?? 0;
  if (threeDs && threeDs.transStatus !== 'Y' && threeDs.transStatus !== 'A') {
    const text = 'not authenticated';
    const decline = { returnCode: '3D', declineCode: 'authentication_failed', text } as const;
    return { kind: 'declined', ...decline, threeDs, simulated: { slowMs } };
  }
  const request = { ...requestOf(question, now), kind: question.kind, card };
  return replyOf(decide({ ...request, isAuthenticated: threeDs !== undefined }), {
    processorReference,
    threeDs,
    slowMs,
  });
}

async function askForFollowUp(question: FollowUpQuestion, { now }: AcquirerCall): Promise<Reply> {
  const { authorised, captured } = question.payment;
  const kind = question.kind === 'cancel' ? 'void' : question.kind;
  const answer = decide({ ...requestOf(question, now), kind, authorised, captured });
  return replyOf(answer, {
    processorReference: reference(question.merchantReference),
    threeDs: undefined,
    slowMs: 0,
  });
}

function requestOf(question: StartQuestion | FollowUpQuestion, now: Date) {
  const { merchantReference: transactionId, merchantAccount, amount, currency, metadata } = question;
  return { transactionId, merchantRef: merchantAccount, amount, currency, metadata, now };
}

type Circumstances = {
  readonly processorReference: string;
  readonly threeDs: ThreeDsResult | undefined;
  readonly slowMs: number;
};

function replyOf(answer: ProcessorAnswer, { processorReference, threeDs, slowMs }: Circumstances): Reply {
  if (answer.kind === 'unavailable') return { kind: 'notSent', reason: 'unavailable' };
  const shared = { processorReference, threeDs };
  const { decision } = answer;
  if (answer.kind === 'pending') {
    const end = { returnCode: decision.returnCode, afterMs: answer.afterMs };
    return { kind: 'received', ...shared, simulated: { end } };
  }
  const simulated = { slowMs: slowMs + answer.slowMs };
  if (decision.approved) return { kind: 'approved', ...shared, authcode: decision.authcode, simulated };
  const { returnCode, declineCode } = decision;
  const text = sandboxProcessor.returnText(returnCode);
  return { kind: 'declined', ...shared, returnCode, declineCode, text, simulated };
}

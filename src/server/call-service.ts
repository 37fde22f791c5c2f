import { type Answer, attemptCall, type Call, type CallSettings, type Failure } from './attempt-call.ts';
import { MerchantApiError } from './merchant-api-error.ts';

const FIRST_PAUSE_MS = 250;

/**
 * Repeats a call until an answer is final. Every call here is safe to repeat. Raises `answer_lost` where any attempt may have
 * been carried out, however the later ones ended.
 */
export async function callService<Body>(settings: CallSettings, call: Call): Promise<Answer<Body>> {
  let uncertain: MerchantApiError | undefined;
  for (let repeats = 0; ; repeats += 1) {
    const attempt = await attemptCall<Body>(settings, call);
    if ('answer' in attempt) return attempt.answer;
    // A lookup moves no money.
    if (attempt.carriedOut === 'perhaps' && call.method === 'POST') uncertain = attempt.error;
    const waitMs = repeats < settings.retries ? waitBefore(attempt, repeats) : undefined;
    if (waitMs === undefined) throw uncertain ? answerLost(uncertain) : attempt.error;
    await pause(waitMs);
  }
}

/** Milliseconds; undefined where a repetition would get the same answer. */
function waitBefore({ repeat }: Failure, repeats: number): number | undefined {
  if (repeat === 'never') return undefined;
  return repeat === 'soon' ? FIRST_PAUSE_MS * 2 ** repeats * (0.8 + Math.random() * 0.4) : repeat.afterMs;
}

function answerLost(cause: MerchantApiError): MerchantApiError {
  if (cause.code === 'answer_lost') return cause;
  return new MerchantApiError(
    'answer_lost',
    `Cannot tell what became of the request: it was sent and answered with '${cause.code}', look it up`,
    {
      status: cause.status,
      refusal: cause.requestId === undefined ? undefined : { request_id: cause.requestId },
      cause,
    },
  );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

import { type Answer, attemptCall, type Call, type CallSettings, type Failure } from './attempt-call.ts';
import { MerchantApiError } from './merchant-api-error.ts';

const FIRST_PAUSE_MS = 250;

/**
 * Calls until there is an answer that a repetition would not change. Every call here is safe to repeat. Raises
 * `answer_lost` where any attempt may have been carried out, whatever became of the later ones.
 */
export async function callService<Body>(line: CallSettings, call: Call): Promise<Answer<Body>> {
  let doubt: MerchantApiError | undefined;
  for (let repeated = 0; ; repeated += 1) {
    const attempt = await attemptCall<Body>(line, call);
    if ('answer' in attempt) return attempt.answer;
    // Reading carries nothing out.
    if (attempt.carriedOut === 'perhaps' && call.method === 'POST') doubt = attempt.error;
    const waitMs = repeated < line.retries ? waitBefore(attempt, repeated) : undefined;
    if (waitMs === undefined) throw doubt ? lostFor(doubt) : attempt.error;
    await pause(waitMs);
  }
}

/** Undefined: a repetition would be answered the same. */
function waitBefore({ repeat }: Failure, repeated: number): number | undefined {
  if (repeat === 'never') return undefined;
  return repeat === 'soon' ? FIRST_PAUSE_MS * 2 ** repeated * (0.8 + Math.random() * 0.4) : repeat.afterMs;
}

function lostFor(doubt: MerchantApiError): MerchantApiError {
  if (doubt.code === 'answer_lost') return doubt;
  return new MerchantApiError(
    'answer_lost',
    `Cannot tell what became of the request: it was sent and answered with '${doubt.code}', look it up`,
    {
      status: doubt.status,
      refusal: doubt.requestId === undefined ? undefined : { request_id: doubt.requestId },
      cause: doubt,
    },
  );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

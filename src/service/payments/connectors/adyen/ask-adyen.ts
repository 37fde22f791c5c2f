import * as z from 'zod/mini';
import { redactCardNumbers } from '../../../base/card-numbers.ts';
import type { AcquirerCall, Reply } from '../../../base/processor/acquirer.ts';
import { askOverHttp, type HttpAnswer } from '../http-question.ts';
import { type AdyenSettings, addressOf } from './adyen-settings.ts';

const RETRY_AFTER_MS = 2_000;
/** "Request already processed or in progress", of docs.adyen.com/development-resources/api-idempotency. */
const IN_PROGRESS = '704';
/** Statuses by which the document refuses a request. */
const REFUSALS = new Set([400, 401, 403, 422]);

const ServiceError = z.object({
  errorCode: z.string(),
  errorType: z.string(),
  message: z.optional(z.string()),
});

/** What is certain before the body is read, or the body of a 200 or 201. */
export type AdyenOutcome =
  | { readonly kind: 'answered'; readonly body: unknown }
  | Extract<Reply, { readonly kind: 'inProgress' | 'refused' | 'notSent' | 'unknown' }>;

type Asking = { readonly settings: AdyenSettings; readonly call: AcquirerCall };
type AdyenQuestion = { readonly path: string; readonly key: string; readonly body: object };

/** One POST. Only the vendor's own words are a verdict: what a proxy before it says is not. */
export async function askAdyen(
  { path, key, body }: AdyenQuestion,
  { settings, call }: Asking,
): Promise<AdyenOutcome> {
  if (!/^[\x21-\x7e]{1,64}$/.test(key))
    throw new Error('Cannot ask Adyen: a key has 1 to 64 visible characters');
  const headers = {
    'Content-Type': 'application/json',
    'X-API-Key': settings.apiKey,
    'Idempotency-Key': key,
  };
  const question = {
    url: addressOf(settings) + path,
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  } as const;
  const outcome = await askOverHttp(question, { call, timeoutMs: settings.timeoutMs });
  return outcome.kind === 'answered' ? read(outcome) : outcome;
}

function read({ status, headers, text }: HttpAnswer): AdyenOutcome {
  const body = parseJson(text);
  if (body === undefined) return { kind: 'unknown', reason: `unreadable_${status}` };
  if (status === 200 || status === 201) return { kind: 'answered', body };
  const error = ServiceError.safeParse(body);
  if (!error.success || !REFUSALS.has(status)) return { kind: 'unknown', reason: `status_${status}` };
  const { errorCode, errorType, message = '' } = error.data;
  if (errorCode === IN_PROGRESS) return { kind: 'inProgress', retryAfterMs: RETRY_AFTER_MS };
  if (errorType === 'internal' || headers.get('transient-error') === 'true') {
    return { kind: 'unknown', reason: `internal_${errorCode}` };
  }
  return { kind: 'refused', code: `adyen_${errorCode}`, text: redactCardNumbers(message) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

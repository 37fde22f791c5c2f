import { type Advice, advice } from './error-advice.ts';
import type { CodeOf } from './errors.ts';

/** What the service has no room or no partner for. */
export const SERVICE_GUIDE: Readonly<Record<CodeOf<'rate_limit_error' | 'api_error'>, Advice>> = {
  rate_limited: advice('There were too many requests.', 'Wait as long as `Retry-After` says.'),
  card_attempts_exceeded: advice(
    'Too many cards were entered or refused from this place.',
    'Wait as long as `Retry-After` says; this protects against trying out stolen cards.',
  ),
  internal_error: advice(
    'The service failed; what it had begun and not finished has been undone.',
    'Look the transaction up, or send the same again with the same key or id; report `request_id` if it lasts.',
  ),
  store_unavailable: advice(
    'The service cannot reach its store; it may have lost it after the request was carried out.',
    'Send the same again with the same key or id after `Retry-After`, or look the transaction up.',
  ),
  overloaded: advice(
    'The service has more open requests than it can answer, or the body was so slow to come that newer requests took its place.',
    'Send the same again after `Retry-After`.',
  ),
  shutting_down: advice('The service is stopping.', 'Send the same again after `Retry-After`.'),
  processor_unavailable: advice(
    'The processor does not answer; nothing was stored.',
    'Send the same again with the same key or id after `Retry-After`.',
  ),
};

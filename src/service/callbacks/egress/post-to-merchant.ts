import type { EgressRules } from '../../base/egress.ts';
import { portOf } from '../../base/url-parts.ts';
import { addressError, urlError } from './egress-rules.ts';
import type { EgressAnswer } from './read-answer.ts';
import { type OutgoingRequest, sendRequest } from './send-request.ts';

type PostOptions = Pick<OutgoingRequest, 'headers' | 'body' | 'attemptMs'> & {
  readonly rules: EgressRules;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
};

/** Posts to a merchant's URL, as far as the rules allow it. Never rejects. */
export async function postToMerchant(
  text: string,
  { rules, ...posting }: PostOptions,
): Promise<EgressAnswer> {
  if (urlError(text, rules)) return { failure: 'address_forbidden' };
  const fate = rules.deliveryFault?.() ?? 'arrive';
  if (fate === 'lost') return { failure: 'connection_failed' };
  const to = new URL(text);
  const isForbidden = (address: string) => addressError(address, { port: portOf(to), rules }) !== undefined;
  const send = () => sendRequest(to, { ...posting, lookup: rules.lookup, isForbidden });
  const answer = await (rules.around?.({ to, id: posting.headers['webhook-id'] }, send) ?? send());
  return fate === 'answer-lost' && 'status' in answer ? { failure: 'answer_broken' } : answer;
}

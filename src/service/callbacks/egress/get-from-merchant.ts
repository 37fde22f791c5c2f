import type { EgressRules } from '../../base/egress.ts';
import { portOf } from '../../base/url-parts.ts';
import { addressError, urlError } from './egress-rules.ts';
import type { EgressAnswer } from './read-answer.ts';
import { sendRequest } from './send-request.ts';

type GetOptions = {
  readonly rules: EgressRules;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the body: more is cut off. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

/** Gets a merchant's page or file, under the rules that hold for callbacks. Follows no redirect. Never rejects. */
export async function getFromMerchant(
  text: string,
  { rules, headers, maxBytes, signal }: GetOptions,
): Promise<EgressAnswer> {
  if (urlError(text, rules)) return { failure: 'address_forbidden' };
  const to = new URL(text);
  const isForbidden = (address: string) => addressError(address, { port: portOf(to), rules }) !== undefined;
  return sendRequest(to, { headers, body: '', get: { maxBytes }, signal, lookup: rules.lookup, isForbidden });
}

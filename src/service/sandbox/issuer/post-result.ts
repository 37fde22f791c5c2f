import { lookup as systemLookup } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';
import type { NameLookup } from '../../base/egress.ts';
import type { Log } from '../../base/log.ts';
import type { SignedResult } from '../../base/processor/provider-gateway.ts';
import { nameLookup } from '../../callbacks/egress/name-lookup.ts';
import { sendRequest } from '../../callbacks/egress/send-request.ts';

/** `taken`: the service has an end on record, this one or an earlier. `refused`: it never will have one. */
export type Receipt = 'taken' | 'refused' | 'unanswered';

const TRIES = 3;
const TIMEOUT_MS = 5_000;
const PAUSE_MS = 300;

type Way = {
  /** Default: that of the machine. */
  readonly lookup?: NameLookup | undefined;
  /** Gets the reason where no try was answered. */
  readonly log: Pick<Log, 'warn'>;
};

/**
 * Sends the service a result of the issuer or a provider, not through the shopper's browser. Tries up to three
 * times, until the service answers.
 */
export async function postResult(
  url: string,
  result: SignedResult,
  { lookup = nameLookup(), log }: Way,
): Promise<Receipt> {
  let cause = '';
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await setTimeout(PAUSE_MS);
    const { receipt, found } = await send(new URL(url), result, lookup);
    if (receipt !== 'unanswered') return receipt;
    cause = found;
  }
  log.warn(
    { reason: `${cause} at ${new URL(url).origin}` },
    'a result of the issuer or a provider did not reach the service',
  );
  return 'unanswered';
}

type Sent = { readonly receipt: Receipt; readonly found: string };

async function send(url: URL, result: SignedResult, lookup: NameLookup): Promise<Sent> {
  const body = String(new URLSearchParams({ result: result.body }));
  const headers = {
    ...result.headers,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const answer = await sendRequest(url, {
    headers,
    body,
    attemptMs: TIMEOUT_MS,
    lookup: withSystem(lookup),
    // The operator's own address.
    isForbidden: () => false,
  });
  if (!('status' in answer)) return { receipt: 'unanswered', found: answer.failure };
  return { receipt: receiptOf(answer.status), found: `status ${answer.status}` };
}

function receiptOf(status: number): Receipt {
  if (status < 300) return 'taken';
  return status >= 400 && status < 500 && status !== 429 ? 'refused' : 'unanswered';
}

/** Only the system knows some names, such as those of mDNS. No stranger makes the operator's name slow. */
function withSystem(lookup: NameLookup): NameLookup {
  return async (host, signal) => {
    const addresses = await lookup(host, signal);
    if (addresses.length > 0 || signal.aborted) return addresses;
    return systemLookup(host, { all: true, order: 'ipv4first' });
  };
}

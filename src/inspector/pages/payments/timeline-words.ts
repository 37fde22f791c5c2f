import type { TimelineEntry } from '../../../contract/admin/timeline.ts';
import { answerText, isReceived } from '../callbacks/answer-text.ts';
import { frictionlessWords } from './three-ds-words.ts';

/** Actors as developers call them. */
export const actorNames: Readonly<Record<TimelineEntry['actor'], string>> = {
  page: 'Page',
  wallet: 'Wallet',
  backend: 'Backend',
  challenge: 'Bank',
  provider: 'Provider',
  processor: 'Processor',
  callback: 'Callback',
  operator: 'Inspector',
  clock: 'Clock',
};

type Plain = Exclude<
  TimelineEntry['kind'],
  'challenge-not-asked' | 'operation-started' | 'operation-ended' | 'callback-attempt'
>;

const kinds: Readonly<Record<Plain, string>> = {
  'refresh-token-created': 'A refresh token was made',
  'session-opened': 'The page connected',
  request: 'Request',
  'token-minted': 'The page was given the card token',
  reversal: 'Afterwards',
  'challenge-created': 'The bank asks for a challenge',
  'session-told': 'The page was told',
  'challenge-shown': 'The shopper saw the challenge',
  'challenge-ended': 'The challenge ended',
  'challenge-late-result': 'The bank answered too late, which changed nothing',
  'provider-opened': 'The provider was asked',
  'provider-ended': 'The provider answered',
  'callback-written': 'A callback was written',
  settled: 'The money was settled',
  'authorisation-expired': 'The authorisation ended',
};

/** Requests that are clearer by their purpose than by their address. */
const requests: Readonly<Record<string, string>> = {
  'GET /wallet/api/v1/transactions/:transaction_id': 'The backend looked it up',
  'GET /wallet/api/v1/methods': 'Saved cards and ways to pay were read',
  'GET /wallet/api/v1/challenges': 'Open challenges were asked for',
  'GET /wallet/api/v1/vault-key': 'The key for card numbers was read',
  'POST /3ds/results': 'The bank told the result',
  'POST /wallet/api/v1/instant': 'The wallet began a payment at a provider',
  'GET /wallet/api/v1/instant/:id': 'The wallet asked how it stands',
  'POST /wallet/api/v1/billing': 'The backend billed',
};

/** Describes an event in one line. A callback's attempt is named by the entry of its creation. */
export function timelineText(entry: TimelineEntry, timeline: readonly TimelineEntry[]): string {
  const { kind, detail, request, http_status } = entry;
  if (kind === 'request' && request) {
    const requestLine = `${request.method} ${request.route}`;
    return requests[requestLine] ?? requestLine;
  }
  if (kind === 'challenge-not-asked') return `3-D Secure: ${lowerFirst(frictionlessWords(detail))}`;
  if (kind === 'operation-started') return `${detail ?? 'An operation'} began`;
  if (kind === 'operation-ended') return `It ended: ${detail ?? 'unknown'}`;
  if (kind === 'callback-attempt') {
    return `${infoOf(entry, timeline) ?? 'The callback'} sent: ${answerText(http_status, detail)}`;
  }
  return detail === null ? kinds[kind] : `${kinds[kind]}: ${detail}`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function infoOf({ callback_id: id }: TimelineEntry, timeline: readonly TimelineEntry[]) {
  return timeline.find(({ kind, callback_id }) => kind === 'callback-written' && callback_id === id)?.detail;
}

/** Whether the entry is marked as a failure. */
export function isTrouble({ kind, detail, request, http_status: status }: TimelineEntry): boolean {
  if (kind === 'operation-ended') return detail !== 'SUCCESS';
  if (kind === 'reversal') return detail?.startsWith('CHARGEBACK_WON') !== true;
  if (kind === 'challenge-not-asked') return detail !== 'Y' && detail !== 'A';
  if (kind === 'challenge-ended') return detail !== 'PASSED';
  if (kind === 'provider-ended') return detail !== 'APPROVED';
  if (kind === 'callback-attempt') return !isReceived(status);
  return (request?.error_code ?? null) !== null;
}

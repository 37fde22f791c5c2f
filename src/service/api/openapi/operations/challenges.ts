import {
  ChallengeEndAnswer,
  ChallengesAnswer,
  EventsAnswer,
  KeptBoxForm,
  ResumeAnswer,
  ResumeForm,
} from '../../../../contract/frame/session-events.ts';
import { EventsQuery } from '../../../shoppers/session-events/events-query.ts';
import { ACCESS_TOKEN } from '../common-errors.ts';
import { EXAMPLE_BASE_URL } from '../examples.ts';
import { answerOf, formOf, type Operation } from '../operation.ts';

const base = { tag: 'Wallet', auth: 'walletToken' } as const;
const own = {
  pathTexts: {
    transaction_id: { text: 'The transaction that waits for the challenge.', example: 'order-77-1' },
  },
  errors: [...ACCESS_TOKEN, 'transaction_not_found', 'origin_not_allowed', 'view_not_allowed'],
} as const;

const openChallenge = {
  transaction_id: 'order-77-1',
  box_url: `${EXAMPLE_BASE_URL}/3ds/box/p0Zs5Qn1d8Kc4Wm2Jb7Xr3Tf6Yh9Lg0VaEuIoRtSkMw`,
  amount: '10.00',
  currency: 'GBP',
  expires_in_ms: 900_000,
};
const required = { ...openChallenge, seq: 7, type: '3ds_required' as const };
const end = { transaction_id: 'order-77-1', status: 'SUCCESS' as const, reason: 'authenticated' as const };

const listen: Operation = {
  ...base,
  id: 'listenToEvents',
  method: 'get',
  path: '/wallet/api/v1/events',
  summary: 'Events of the session',
  text: 'For the wallet frame only. Tells which challenges the shopper must answer, how they end, and which the shopper continues in another tab.',
  query: formOf(EventsQuery, {
    texts: {
      after: 'The `seq` of the last event that was read. Default: the newest.',
      wait: 'Seconds to wait for a new event, at most 25. Default: 0.',
    },
    example: { after: '6', wait: '25' },
  }),
  answer: answerOf(EventsAnswer, {
    text: 'The new events.',
    examples: {
      required: { status: 'OK', seq: 7, events: [required] },
      opened: {
        status: 'OK',
        seq: 8,
        events: [{ seq: 8, type: '3ds_opened', transaction_id: 'order-77-1', expires_in_ms: 600_000 }],
      },
      ended: { status: 'OK', seq: 9, events: [{ ...end, seq: 9, type: '3ds_result' }] },
      moved: {
        status: 'OK',
        seq: 9,
        events: [{ seq: 9, type: '3ds_moved', transaction_id: 'order-77-1', status: 'PENDING' }],
      },
      nothing: { status: 'OK', seq: 9, events: [] },
    },
  }),
  stream: {
    text: 'With `Accept: text/event-stream` the answer is a stream: first the event `ready` with the newest `seq`, then each event as it happens, and a comment every 15 seconds. A stream may end at any time, for example when a session opens more than 4, a network more than 192 or a shop more than 1,536. Then ask again with `after`.',
    example: `event: ready\ndata: {"seq":6}\n\nevent: 3ds_required\nid: 7\ndata: ${JSON.stringify(required)}\n\n`,
  },
  errors: [...ACCESS_TOKEN, 'parameter_invalid'],
};

const list: Operation = {
  ...base,
  id: 'listChallenges',
  method: 'get',
  path: '/wallet/api/v1/challenges',
  summary: 'List open challenges',
  text: 'For the wallet frame only. Lists the challenges that wait for this shopper, whether this session or an earlier one started them.',
  answer: answerOf(ChallengesAnswer, {
    text: 'The challenges.',
    examples: { one: { status: 'OK', challenges: [openChallenge] }, none: { status: 'OK', challenges: [] } },
  }),
  errors: [...ACCESS_TOKEN],
};

const BOX = 'p0Zs5Qn1d8Kc4Wm2Jb7Xr3Tf6Yh9Lg0VaEuIoRtSkMw';
const boxText = "The last part of the box's address, which the tab that had the box open has kept.";

const listKept: Operation = {
  ...base,
  id: 'listKeptChallenges',
  method: 'post',
  path: '/wallet/api/v1/challenges/kept',
  summary: "List a guest's challenge that the tab has kept",
  text: 'For the wallet frame only. After a reload a guest is a new guest and finds a challenge by its box. The challenge must be a guest’s, of this account and of a page of this origin, and no other session may be listening for it.',
  form: formOf(KeptBoxForm, { texts: { box: boxText }, example: { box: BOX } }),
  answer: answerOf(ChallengesAnswer, {
    text: 'The challenge, or none.',
    examples: { one: { status: 'OK', challenges: [openChallenge] }, none: { status: 'OK', challenges: [] } },
  }),
  errors: [...ACCESS_TOKEN, 'origin_not_allowed', 'parameter_invalid', 'parameter_missing'],
};

const cancel: Operation = {
  ...base,
  ...own,
  id: 'cancelChallenge',
  method: 'post',
  path: '/wallet/api/v1/challenges/{transaction_id}/cancel',
  summary: 'Stop a challenge',
  text: 'For the wallet frame only. Ends the challenge because the shopper gives up. The answer says how the challenge ended, which may be a success that came first.',
  answer: answerOf(ChallengeEndAnswer, {
    text: 'How it ended.',
    examples: {
      cancelled: { status: 'OK', end: { ...end, status: 'FAILURE', reason: 'cancelled' } },
      cameFirst: { status: 'OK', end },
    },
  }),
  errors: [...own.errors, 'challenge_ended'],
};

const resume: Operation = {
  ...base,
  ...own,
  id: 'resumeChallenge',
  method: 'post',
  path: '/wallet/api/v1/challenges/{transaction_id}/resume',
  summary: 'Go on with a challenge',
  form: formOf(ResumeForm, {
    texts: { box: `${boxText} Needed for a guest's challenge after a reload.` },
    example: { box: BOX },
  }),
  text: 'For the wallet frame only. Moves a challenge to this session: the shopper pressed "Continue" in another tab or after a reload. The session that had the challenge gets the event `3ds_moved`.',
  answer: answerOf(ResumeAnswer, {
    text: 'The challenge.',
    examples: { resumed: { status: 'OK', challenge: openChallenge } },
  }),
  errors: [...own.errors, 'challenge_ended', 'parameter_invalid'],
};

export const CHALLENGE_OPERATIONS: readonly Operation[] = [listen, list, listKept, cancel, resume];

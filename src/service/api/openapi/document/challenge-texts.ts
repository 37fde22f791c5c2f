const challenge = {
  transaction_id: 'The transaction that waits for the challenge.',
  box_url: 'The address of the challenge. Whoever has it can answer the challenge.',
  amount: "The amount, with the currency's decimals.",
  currency: 'ISO 4217 code.',
  order_id: 'The order that is paid.',
  expires_in_ms: 'Milliseconds left to answer it.',
};
const status = '`OK`.';

/** The meaning of each field in the named schemas of challenges. */
export const CHALLENGE_TEXTS = {
  EventsAnswer: {
    status,
    seq: 'Sequence number of the last event: the next `after`.',
    events: 'New events, in order.',
  },
  SessionEvent: {
    type: 'Kind of event.',
    seq: 'Sequence number; increases within the session.',
    ...challenge,
    status: 'The outcome; verify it by the lookup. For `3ds_moved`: the current status.',
    reason: 'Reason for that outcome.',
  },
  ChallengesAnswer: { status, challenges: 'Open challenges, the oldest first.' },
  OpenChallenge: challenge,
  ChallengeEndAnswer: { status, end: 'How the challenge ended, by this request or before it.' },
  ChallengeEnd: {
    transaction_id: challenge.transaction_id,
    status: 'The outcome; verify it by the lookup.',
    reason: 'Reason for that outcome.',
  },
  ResumeAnswer: { status, challenge: 'The challenge. From now on its events go to this session only.' },
};

const challenge = {
  transaction_id: 'The transaction that waits for it.',
  box_url: 'The challenge; whoever has this address can answer it.',
  amount: "With the currency's decimals.",
  currency: 'ISO 4217.',
  expires_in_ms: 'Milliseconds left to answer.',
};
const status = '`OK`.';

/** The meaning of each field in the named schemas that tell of challenges. */
export const CHALLENGE_TEXTS = {
  EventsAnswer: { status, seq: 'What this has read to: the next `after`.', events: 'What is new, in order.' },
  SessionEvent: {
    type: 'What happened.',
    seq: 'Rises.',
    ...challenge,
    status: 'The outcome; verify it by the lookup. Of one that moved: as it stands.',
    reason: 'Why it ended so.',
  },
  ChallengesAnswer: { status, challenges: 'Those still open, the oldest first.' },
  OpenChallenge: challenge,
  ChallengeEndAnswer: { status, end: 'How it ended, by this or by what came first.' },
  ChallengeEnd: {
    transaction_id: challenge.transaction_id,
    status: 'The outcome; verify it by the lookup.',
    reason: 'Why it ended so.',
  },
  ResumeAnswer: { status, challenge: 'The challenge, which from now on tells this session alone.' },
};

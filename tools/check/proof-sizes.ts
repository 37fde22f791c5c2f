type Proof = {
  readonly what: string;
  /** What is counted. */
  readonly times: string;
  readonly short: number;
  readonly full: number;
  /** `vitest`: a unit test; it prints no row. Default: Playwright, with rows. */
  readonly by?: 'vitest';
};

/** How often each proof is tried, on each store: `short` in `npm test` and CI, `full` in `npm run prove`. */
export const proofSizes = {
  billingHistories: {
    what: 'generated histories against a single-threaded model',
    times: 'histories',
    short: 15,
    full: 5000,
    by: 'vitest',
  },
  kills: { what: 'service killed (kill -9) under 32 clients', times: 'kills', short: 3, full: 250 },
  races: {
    what: '64 simultaneous requests for the same money',
    times: 'rounds of each race',
    short: 4,
    full: 1000,
  },
  expiryRaces: {
    what: '64 CHARGEs of the whole while the clock passes the end of the authorisation',
    times: 'rounds',
    short: 5,
    full: 1000,
  },
  callbacks: {
    what: 'callbacks to a receiver that fails 30 %, service killed in between',
    times: 'operations',
    short: 60,
    full: 10_000,
  },
  repeats: { what: '32 identical requests, service killed in between', times: 'rounds', short: 5, full: 500 },
  challengeHistories: {
    what: 'a challenge ended by result, cancel, VOID, timeout, replay, restart',
    times: 'histories',
    short: 30,
    full: 5000,
    by: 'vitest',
  },
  challengeEnds: {
    what: 'a challenge ended by result, cancel, VOID, timeout, "Continue" over HTTP, a process killed meanwhile',
    times: 'histories',
    short: 4,
    full: 300,
  },
  steadyLoad: {
    what: '50 requests a second of shops and shoppers, 20 tabs left open',
    times: 'minutes',
    short: 1,
    full: 60,
  },
  halfLoad: {
    what: 'all that a backend asks for, at half the rate at which the service is full',
    times: 'seconds',
    short: 5,
    full: 60,
  },
  stops: { what: 'service stopped (SIGTERM) under 16 clients', times: 'stops', short: 2, full: 100 },
  fullDisks: { what: 'the disk fills up while 16 clients pay', times: 'times', short: 2, full: 30 },
  powerLosses: {
    what: 'the power goes: of what was not synced nothing is left, or some; of single commits, and of many together',
    times: 'moments of each',
    short: 4,
    full: 50,
    by: 'vitest',
  },
  eventStreams: {
    what: 'the event stream delayed, cut, halved during a challenge',
    times: 'runs',
    short: 2,
    full: 300,
  },
  forgedMessages: {
    what: 'forged messages around an open challenge',
    times: 'messages from each window',
    short: 300,
    full: 10_000,
  },
  guestStarts: {
    what: 'a shopper pays each second while 16 guests of one address start and cancel payments at providers',
    times: 'seconds',
    short: 20,
    full: 600,
  },
  slowBodies: {
    what: '4,096 bodies that do not come, from 32 networks, while a shopper pays every second',
    times: 'seconds',
    short: 20,
    full: 600,
  },
  randomRequests: { what: 'random requests to every route', times: 'seconds', short: 6, full: 600 },
} as const satisfies Readonly<Record<string, Proof>>;

export type ProofName = keyof typeof proofSizes;

/** Every row of such a proof begins with these words. */
export const wordsOfRows = Object.values<Proof>(proofSizes)
  .filter(({ by }) => by === undefined)
  .map(({ what }) => what);

export const isFullSize = process.env['PROVE_SIZE'] === 'full';

export function proofSize(name: ProofName): number {
  return proofSizes[name][isFullSize ? 'full' : 'short'];
}

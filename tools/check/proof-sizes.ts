/** `what` begins every row that the proof prints; a unit test prints none. */
type Proof = { readonly what?: string; readonly short: number; readonly full: number };

/** How often each proof is tried, on each store: `short` in `npm test` and CI, `full` in `npm run prove`. */
export const proofSizes = {
  // Generated histories of payments, and of challenges that end by result, cancel, VOID, timeout, replay, restart.
  billingHistories: { short: 15, full: 5000 },
  challengeHistories: { short: 30, full: 5000 },
  challengeEnds: {
    what: 'a challenge ended by result, cancel, VOID, timeout, "Continue" over HTTP, a process killed meanwhile',
    short: 4,
    full: 300,
  },
  // Moments at which the power goes, of single commits and of many together: what was not synced is lost, or some of it.
  powerLosses: { short: 4, full: 50 },
  // How often it happens.
  kills: { what: 'service killed (kill -9) under 32 clients', short: 3, full: 250 },
  // Payments, with a kill for every fifteen of them, 100 at most.
  twoLedgers: {
    what: "our ledger and the acquirer's, over a network that loses, delays and doubles, both killed (kill -9)",
    short: 60,
    full: 10_000,
  },
  vaultCards: {
    what: 'saved cards moved to another vault, service and command killed (kill -9)',
    short: 300,
    full: 100_000,
  },
  stops: { what: 'service stopped (SIGTERM) under 16 clients', short: 2, full: 100 },
  fullDisks: { what: 'the disk fills up while 16 clients pay', short: 2, full: 30 },
  eventStreams: { what: 'the event stream delayed, cut, halved during a challenge', short: 2, full: 300 },
  // Rounds, of each race.
  races: { what: '64 simultaneous requests for the same money', short: 4, full: 1000 },
  expiryRaces: {
    what: '64 CHARGEs of the whole while the clock passes the end of the authorisation',
    short: 5,
    full: 1000,
  },
  repeats: { what: '32 identical requests, service killed in between', short: 5, full: 500 },
  // Operations.
  callbacks: {
    what: 'callbacks to a receiver that fails 30 %, service killed in between',
    short: 60,
    full: 10_000,
  },
  // Messages from each window.
  forgedMessages: { what: 'forged messages around an open challenge', short: 300, full: 10_000 },
  // Loads of an unchanged page with the page guard.
  pageLoads: { short: 24, full: 1_000 },
  // Minutes.
  steadyLoad: { what: '50 requests a second of shops and shoppers, 20 tabs left open', short: 1, full: 60 },
  // Seconds.
  halfLoad: {
    what: 'all that a backend asks for, at half the rate at which the service is full',
    short: 5,
    full: 60,
  },
  guestStarts: {
    what: 'a shopper pays each second while 16 guests of one address start and cancel payments at providers',
    short: 20,
    full: 600,
  },
  slowBodies: {
    what: '4,096 bodies that do not come, from 32 networks, while a shopper pays every second',
    short: 20,
    full: 600,
  },
  randomRequests: { what: 'random requests to every route', short: 6, full: 600 },
} as const satisfies Readonly<Record<string, Proof>>;

export const wordsOfRows = Object.values<Proof>(proofSizes).flatMap(({ what }) => what ?? []);

export const isFullSize = process.env['PROVE_SIZE'] === 'full';

export function proofSize(name: keyof typeof proofSizes): number {
  return proofSizes[name][isFullSize ? 'full' : 'short'];
}

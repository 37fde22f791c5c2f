import type { Attack } from './guarded-shop.ts';

/** Who must see it: the script on the page, or the service that fetches the page. */
type Witness = 'page' | 'service';

export type Skimmer = {
  readonly attack: Attack;
  readonly seenBy: Witness;
  /** What the alarm names: kind, and what its place contains. */
  readonly names: readonly [kind: string, place: string | RegExp];
  /** Whether the shopper enters a card in the wallet: these steal the token. */
  readonly takesToken?: boolean;
};

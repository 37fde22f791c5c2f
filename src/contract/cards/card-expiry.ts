/** A card's last month of validity: `month` 1 to 12, `year` in four digits. */
export type ExpiryDate = { readonly month: number; readonly year: number };

/** Years ahead beyond which no issuer dates a card. */
const farthestYears = 19;

/**
 * Where a card's expiry stands at `now` (epoch milliseconds, the service's clock). A card is good through the last day of
 * its month, UTC; a year more than 19 after the current one is too far. Rule: wallet/expiry.
 */
export const expiryStatus = ({ month, year }: ExpiryDate, now: number): 'good' | 'past' | 'too_far' => {
  if (Date.UTC(year, month, 1) <= now) return 'past';
  return year > new Date(now).getUTCFullYear() + farthestYears ? 'too_far' : 'good';
};

/** What a day comes to in one currency, minor units. */
type Totals = {
  ours: number;
  theirs: number;
  differences: number;
  ofOtherDays: number;
  inOtherReports: number;
  fees: number;
  payouts: number;
  laterEvents: number;
};

type Money = { readonly amount: number; readonly currency: string; readonly merchantAccount: string };

export type TotalsOfAccount = {
  readonly merchantAccount: string;
  readonly currency: string;
  readonly totals: Totals;
};

export type Sums = {
  add(name: keyof Totals, money: Money): void;
  /** In the order of the currencies' names. */
  byCurrency(): readonly (readonly [currency: string, totals: Totals])[];
  /** In the order of the accounts' names, then the currencies'. */
  byAccount(): readonly TotalsOfAccount[];
};

/** Sums by currency, and by merchant account too. Raises RangeError for what is no exact number of minor units. */
export function createSums(): Sums {
  const all = new Map<string, Totals>();
  const ofAccounts = new Map<string, Map<string, Totals>>();
  return {
    add(name, { amount, currency, merchantAccount }) {
      const ofAccount = ofAccounts.get(merchantAccount) ?? new Map<string, Totals>();
      ofAccounts.set(merchantAccount, ofAccount);
      for (const byCurrency of [all, ofAccount]) {
        const totals = byCurrency.get(currency) ?? zero();
        totals[name] = exact(exact(amount) + totals[name]);
        byCurrency.set(currency, totals);
      }
    },
    byCurrency: () => byName(all),
    byAccount: () =>
      byName(ofAccounts).flatMap(([merchantAccount, byCurrency]) =>
        byName(byCurrency).map(([currency, totals]) => ({ merchantAccount, currency, totals })),
      ),
  };
}

const byName = <Value>(values: ReadonlyMap<string, Value>) =>
  [...values].sort(([one], [other]) => (one < other ? -1 : 1));

function zero(): Totals {
  return {
    ours: 0,
    theirs: 0,
    differences: 0,
    ofOtherDays: 0,
    inOtherReports: 0,
    fees: 0,
    payouts: 0,
    laterEvents: 0,
  };
}

function exact(units: number): number {
  if (Number.isSafeInteger(units)) return units;
  throw new RangeError(`Cannot add up the day: found ${units} minor units, which is no exact number`);
}

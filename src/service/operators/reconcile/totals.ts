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

export type Sums = {
  add(name: keyof Totals, money: { readonly amount: number; readonly currency: string }): void;
  /** In the order of the currencies' names. */
  all(): readonly (readonly [currency: string, totals: Totals])[];
};

/** Sums by currency. Raises RangeError for what is no exact number of minor units. */
export function createSums(): Sums {
  const byCurrency = new Map<string, Totals>();
  return {
    add(name, { amount, currency }) {
      const totals = byCurrency.get(currency) ?? zero();
      totals[name] = exact(exact(amount) + totals[name]);
      byCurrency.set(currency, totals);
    },
    all: () => [...byCurrency].sort(([one], [other]) => (one < other ? -1 : 1)),
  };
}

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

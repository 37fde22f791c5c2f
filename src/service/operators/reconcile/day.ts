const DAY_MS = 86_400_000;

/** The day of a moment, `YYYY-MM-DD` in UTC. Rule: reconcile/day. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** When a day begins. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

/** How long after midnight (UTC) the day before is compared: late answers have come by then. */
export const STARTS_AFTER_MS = 3 * 3_600_000;

export const addDays = (day: string, days: number): string =>
  dayOf(new Date(startOfDay(day).getTime() + days * DAY_MS));

/** From when the daily job compares a day. */
export const wholeAt = (day: string): Date =>
  new Date(startOfDay(addDays(day, 1)).getTime() + STARTS_AFTER_MS);

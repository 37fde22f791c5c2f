const DAY_MS = 86_400_000;

/** The day of a moment, `YYYY-MM-DD` in UTC. Rule: reconcile/day. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** When a day begins. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

export const addDays = (day: string, days: number): string =>
  dayOf(new Date(startOfDay(day).getTime() + days * DAY_MS));

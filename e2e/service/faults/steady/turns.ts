import { setTimeout as delay } from 'node:timers/promises';

/** Evenly `perSecond`; what is late does not hurry those after it. */
export function turnsOf(perSecond: number) {
  const gap = 1_000 / perSecond;
  let count = 0;
  let due = 0;
  return {
    count: () => count,
    async next() {
      const now = performance.now();
      count += 1;
      due = Math.max(due + gap, now);
      await delay(due - now);
    },
  };
}

const IDLE_MS = 30 * 60 * 1000;

/** A wallet session is alive when its last request came after this. */
export function aliveSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}

/** A browser has six connections to the service over HTTP/1.1; streams may hold so many of them, the rest is for requests. */
const PLACES = 2;

/**
 * Runs `work` in one of the places that the shop's windows share; undefined while all are taken. They are locks of the
 * frame's origin within the shop, and end with their window. A browser that grants the frame no locks sets no limit.
 */
export async function inStreamPlace<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  if (!(await hasLocks())) return work();
  for (let place = 0; place < PLACES; place += 1) {
    const turn = await navigator.locks.request(`events ${place}`, { ifAvailable: true }, async (lock) =>
      lock ? { value: await work() } : undefined,
    );
    if (turn) return turn.value;
  }
  return undefined;
}

/** There are none outside of secure contexts, and none are granted where the shopper blocks what third parties keep. */
async function hasLocks(): Promise<boolean> {
  try {
    await navigator.locks.query();
    return true;
  } catch {
    return false;
  }
}

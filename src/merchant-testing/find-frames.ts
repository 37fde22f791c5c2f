import type { AttachedFrame, FrameLike, PageLike, Place } from './playwright-types.ts';

export const WALLET = 'iframe[src*="/wallet/frame"]';

/** How long a frame may take to stand there. */
const WAIT_MS = 30_000;
const LOOK_AGAIN_MS = 100;

export function pageOf(place: Place): PageLike {
  if ('frames' in place) return place;
  return 'owner' in place ? place.owner().page() : place.page();
}

/** All wallets of the page, by their address, whatever stands around them. */
export const walletsOf = (page: PageLike): AttachedFrame[] => framesAt(page, '/wallet/frame');

/** All boxes of banks of the page. */
export const boxesOf = (page: PageLike): AttachedFrame[] => framesAt(page, '/3ds/box/');

const framesAt = (page: PageLike, path: string) =>
  page.frames().filter((frame) => new RegExp(`^https?://[^/?#]+${path}`).test(frame.url()));

/**
 * The wallet once `ready` is visible in it. A page may take its first wallet off and show another, as React does in StrictMode: so
 * it is looked for again until then.
 */
export async function findWallet(
  place: Place,
  { caller, ready }: { readonly caller: string; readonly ready: string },
): Promise<FrameLike> {
  if (!('frames' in place)) return place.frameLocator(WALLET);
  const found = await lookUntil(place, WAIT_MS, async () => {
    const [wallet, ...others] = walletsOf(place);
    if (!wallet || !(await isThere(wallet, ready))) return undefined;
    if (others.length === 0) return wallet;
    throw new Error(
      `${caller}: found ${others.length + 1} wallets on the page, wanted the place of one: ${caller}(page.locator('#its-container'), …)`,
    );
  });
  const wallet = found ?? walletsOf(place)[0];
  if (wallet) return wallet;
  throw new Error(`${caller}: found no wallet on the page within ${WAIT_MS / 1000} s, wanted one`);
}

/** False of a frame that is gone, too. */
export const isThere = (frame: FrameLike, selector: string): Promise<boolean> =>
  frame
    .locator(selector)
    .isVisible()
    .catch(() => false);

/** What `look` finds, asked again and again; undefined where it finds nothing in this time. */
export async function lookUntil<Found>(
  page: PageLike,
  waitMs: number,
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (let waited = 0; waited <= waitMs; waited += LOOK_AGAIN_MS) {
    const found = await look();
    if (found !== undefined) return found;
    await page.waitForTimeout(LOOK_AGAIN_MS);
  }
  return undefined;
}

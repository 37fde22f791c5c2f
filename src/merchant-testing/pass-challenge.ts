import { boxesOf, isThere, lookUntil, pageOf, walletsOf } from './find-frames.ts';
import type { PageLike, Place } from './playwright-types.ts';

/** How long the bank's box may take to stand there. */
const CHALLENGE_MS = 20_000;
const CODE_FIELD = 'input[name=code]';

/**
 * Answers the bank's question in the box, with the sandbox's right code by default. The box stands over the page, or in the wallet if
 * the page's policy lets no dialog code in; it is found wherever it is. If no bank asks within 20 s, it throws with the cause: what
 * the wallet says, that there is no wallet, or that the payment needed no challenge.
 */
export async function passChallenge(place: Place, code = '1234'): Promise<void> {
  const page = pageOf(place);
  const bank = await lookUntil(page, CHALLENGE_MS, async () => {
    const inBoxes = page.frames().filter((frame) => boxesOf(page).some((box) => frame.parentFrame() === box));
    for (const frame of inBoxes.reverse()) if (await isThere(frame, CODE_FIELD)) return frame;
    return undefined;
  });
  if (!bank) throw new Error(`passChallenge: ${await whyNoBank(page)}`);
  await bank.locator(CODE_FIELD).fill(code);
  await bank.locator('button[value=code]').click();
}

/** The true cause first. */
async function whyNoBank(page: PageLike): Promise<string> {
  const wallets = walletsOf(page);
  const complaints = await textsIn(wallets, '[role=alert], .field-error');
  if (complaints !== '') return `the wallet says "${complaints}", so no bank was asked`;
  const [box] = boxesOf(page);
  if (box) return "found the bank's box without a field for a code, wanted it within 20 s";
  if (wallets.length === 0)
    return 'found no wallet on the page, wanted one whose payment the bank asks about';
  return `no bank asked within 20 s: press Pay first, and the sandbox asks about 10.00 GBP alone. The wallet shows "${await textsIn(wallets, '#wallet')}"`;
}

async function textsIn(frames: ReturnType<typeof walletsOf>, selector: string): Promise<string> {
  const texts = await Promise.all(
    frames.map((frame) =>
      frame
        .locator(selector)
        .allInnerTexts()
        .catch(() => []),
    ),
  );
  const words = texts.flat().map((text) => text.replaceAll(/\s+/g, ' ').trim());
  return words.filter(Boolean).join(' · ').slice(0, 400);
}

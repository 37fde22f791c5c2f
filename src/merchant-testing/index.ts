/**
 * For a merchant's own tests in Playwright: what a shopper does in the wallet, at the bank and at a provider, whatever
 * language they speak. `passChallenge`, `payAtProvider` and `answerProvider` know the sandbox's pages alone.
 */

import { findWallet, isThere, pageOf, WALLET } from './find-frames.ts';
import type { LocatorLike, PageLike, Place } from './playwright-types.ts';

export { passChallenge } from './pass-challenge.ts';
export type { AttachedFrame, FrameLike, LocatorLike, PageLike, Place } from './playwright-types.ts';

/** As a shopper reads it from a card; spaces and the slash may be there or not. */
export type TestCard = {
  readonly number: string;
  /** Month and year: `12/34`. */
  readonly expiry: string;
  /** The security code. */
  readonly code: string;
  /** The name on it. Default: not typed, for merchants that do not ask for it. */
  readonly name?: string;
};

/** What is pressed at a simulated provider: its button, or one of the sandbox's other answers. */
export type ProviderAnswer = 'approve' | 'cancel' | 'refuse' | 'slow' | 'down';

const AT_REST = 'body:not([data-unsettled]) > #wallet';
const NUMBER = '.card-form [autocomplete="cc-number"]';
const CODE_OF_CHOICE = '.choice-code [autocomplete="cc-csc"]';

/** After a scroll, until clicks go where they are seen. */
const SCROLLED_MS = 250;

/**
 * The wallet's frame, for locators of your own: `walletOn(page).getByRole('radio', { name: 'PayPal' })`. Of a wallet in an iframe of your
 * own, or one of two, give the place: `walletOn(page.frameLocator('#checkout'))`, `walletOn(page.locator('#second'))`.
 */
export function walletOn<Frame>(place: { frameLocator(selector: string): Frame }): Frame {
  return place.frameLocator(WALLET);
}

/**
 * Clicks a button of the page, such as Pay. It first scrolls there and waits a moment: for a moment after a scroll Chromium gives
 * a click to the frame that was at that place before, and the wallet would be clicked.
 */
export async function press(
  button: Pick<LocatorLike, 'click' | 'scrollIntoViewIfNeeded'> & {
    page(): Pick<PageLike, 'waitForTimeout'>;
  },
): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  await button.page().waitForTimeout(SCROLLED_MS);
  await button.click();
}

/**
 * Types a card into the wallet's form, key by key, once the wallet is at rest; chooses the form's row where another way to
 * pay is chosen.
 */
export async function fillCard(place: Place, card: TestCard): Promise<void> {
  const wallet = await findWallet(place, { caller: 'fillCard', ready: AT_REST });
  await wallet.locator(AT_REST).waitFor({ state: 'attached' });
  if (!(await isThere(wallet, NUMBER))) await wallet.locator('.choice:has(.card-form) .choice-radio').check();
  await typeCard(place, card);
}

/** The same into a form that stands open, whatever else is still on its way. What stood in a field is replaced. */
export async function typeCard(place: Place, { number, expiry, code, name }: TestCard): Promise<void> {
  const wallet = await findWallet(place, { caller: 'typeCard', ready: NUMBER });
  const values = [
    ['cc-name', name ?? ''],
    ['cc-number', number.replaceAll(' ', '')],
    ['cc-exp', expiry.replace('/', '')],
    ['cc-csc', code],
  ] as const;
  for (const [purpose, text] of values) {
    if (text === '') continue;
    const field = wallet.locator(`.card-form [autocomplete="${purpose}"]`);
    await field.click();
    await field.fill('');
    await field.pressSequentially(text);
  }
}

/** Types the security code of the saved card that is chosen, where the wallet asks for it. */
export async function typeCode(place: Place, code: string): Promise<void> {
  const wallet = await findWallet(place, { caller: 'typeCode', ready: CODE_OF_CHOICE });
  const field = wallet.locator(CODE_OF_CHOICE);
  await field.fill('');
  await field.pressSequentially(code);
}

/** Calls `pay`, which must open a provider's window (it presses Pay with PayPal chosen, for example), and answers in that window. */
export async function payAtProvider(
  place: Place,
  pay: () => Promise<void>,
  answer: ProviderAnswer = 'approve',
): Promise<void> {
  const [sheet] = await Promise.all([pageOf(place).waitForEvent('popup'), pay()]);
  await answerProvider(sheet, answer);
}

/** The same in a window that is open, or in a page that has become the provider's. */
export async function answerProvider(sheet: PageLike, answer: ProviderAnswer = 'approve'): Promise<void> {
  const button = sheet.locator(`button[name=action][value=${answer}]`);
  await button.waitFor({ state: 'attached' });
  // The sandbox's own answers are folded away.
  if (!(await button.isVisible())) await sheet.locator('summary').click();
  await button.click();
}

/**
 * For a merchant's own tests in Playwright: what a shopper does in the wallet, at the bank and at a provider, whatever
 * language they speak. The last two are the sandbox's pages alone. Nothing of Playwright is imported: any version fits.
 */

/** What is used of a `Locator`. */
export type LocatorLike = {
  click(): Promise<void>;
  check(): Promise<void>;
  fill(value: string): Promise<void>;
  isVisible(): Promise<boolean>;
  pressSequentially(text: string): Promise<void>;
  waitFor(options?: { state?: 'attached' | 'visible' }): Promise<void>;
};

/** What is used of a `FrameLocator`. */
export type FrameLike = {
  locator(selector: string): LocatorLike;
  frameLocator(selector: string): FrameLike;
};

/** What is used of a `Page`. */
export type PageLike = FrameLike & {
  waitForEvent(event: 'popup'): Promise<PageLike>;
};

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

const WALLET = 'iframe[src*="/wallet/frame"]';
const AT_REST = 'body:not([data-unsettled]) > #wallet';

/**
 * Types a card into the wallet's form, key by key, once the wallet is at rest; chooses the form's row where another way to
 * pay is chosen.
 */
export async function fillCard(page: PageLike, card: TestCard): Promise<void> {
  const frame = page.frameLocator(WALLET);
  await frame.locator(AT_REST).waitFor({ state: 'attached' });
  const number = frame.locator('.card-form [autocomplete="cc-number"]');
  if (!(await number.isVisible())) await frame.locator('.choice:has(.card-form) .choice-radio').check();
  await typeCard(page, card);
}

/** The same into a form that stands open, whatever else is still on its way. What stood in a field is replaced. */
export async function typeCard(page: PageLike, { number, expiry, code, name }: TestCard): Promise<void> {
  const form = page.frameLocator(WALLET);
  const values = [
    ['cc-name', name ?? ''],
    ['cc-number', number.replaceAll(' ', '')],
    ['cc-exp', expiry.replace('/', '')],
    ['cc-csc', code],
  ] as const;
  for (const [purpose, text] of values) {
    if (text === '') continue;
    const field = form.locator(`.card-form [autocomplete="${purpose}"]`);
    await field.click();
    await field.fill('');
    await field.pressSequentially(text);
  }
}

/** Answers the bank's question in the box over the page, with the sandbox's right code unless told another. */
export async function passChallenge(page: PageLike, code = '1234'): Promise<void> {
  const bank = page.frameLocator('dialog iframe').frameLocator('iframe[name=acs]');
  await bank.locator('input[name=code]').fill(code);
  await bank.locator('button[value=code]').click();
}

/** Presses what opens a provider's window, such as Pay with PayPal chosen, and answers in that window. */
export async function payAtProvider(
  page: PageLike,
  press: () => Promise<void>,
  answer: ProviderAnswer = 'approve',
): Promise<void> {
  const [sheet] = await Promise.all([page.waitForEvent('popup'), press()]);
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

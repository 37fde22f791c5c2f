/**
 * For a merchant's own tests in Playwright: what a shopper does in the wallet, at the bank and at a provider, whatever
 * language they speak. The last two are the sandbox's pages alone. Nothing of Playwright is imported: any version fits.
 */

/** What is used of a `Locator`. */
export type LocatorLike = {
  click(): Promise<void>;
  scrollIntoViewIfNeeded(): Promise<void>;
  page(): { waitForTimeout(milliseconds: number): Promise<void> };
  check(): Promise<void>;
  fill(value: string): Promise<void>;
  textContent(): Promise<string | null>;
  isVisible(): Promise<boolean>;
  pressSequentially(text: string): Promise<void>;
  waitFor(options?: { state?: 'attached' | 'visible'; timeout?: number }): Promise<void>;
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
const BOX = 'iframe[src*="/3ds/box/"]';
const AT_REST = 'body:not([data-unsettled]) > #wallet';

/** How long the bank's box may take to stand there. */
const CHALLENGE_MS = 20_000;

/** After a scroll, until clicks go where they are seen. */
const SCROLLED_MS = 250;

/** The wallet's frame, for locators of your own, whatever stands around it: `walletOn(page).getByRole('radio', { name: 'PayPal' })`. */
export function walletOn<Frame>(page: { frameLocator(selector: string): Frame }): Frame {
  return page.frameLocator(WALLET);
}

/**
 * Clicks a button of the page, such as Pay. It first scrolls there and waits a moment: for a moment after a scroll Chromium gives
 * a click to the frame that was at that place before, and the wallet would be clicked.
 */
export async function press(
  button: Pick<LocatorLike, 'click' | 'page' | 'scrollIntoViewIfNeeded'>,
): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  await button.page().waitForTimeout(SCROLLED_MS);
  await button.click();
}

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

/** Types the security code of the saved card that is chosen, where the wallet asks for it. */
export async function typeCode(page: PageLike, code: string): Promise<void> {
  const field = page.frameLocator(WALLET).locator('.choice-code [autocomplete="cc-csc"]');
  await field.fill('');
  await field.pressSequentially(code);
}

/**
 * Answers the bank's question in the box, with the sandbox's right code by default. The box stands over the page, or in the wallet if
 * the page's policy lets no dialog code in. If no bank asks within 20 s, it throws with what the wallet shows instead.
 */
export async function passChallenge(page: PageLike, code = '1234'): Promise<void> {
  const banks = [page.frameLocator(`dialog ${BOX}`), page.frameLocator(WALLET).frameLocator(BOX)].map((box) =>
    box.frameLocator('iframe[name=acs]'),
  );
  const codeField = (bank: FrameLike) => bank.locator('input[name=code]');
  const asking = banks.map((bank) =>
    codeField(bank)
      .waitFor({ timeout: CHALLENGE_MS })
      .then(() => bank),
  );
  const bank = await Promise.any(asking).catch(async (cause) => {
    throw new Error(await noChallengeMessage(page), { cause });
  });
  await codeField(bank).fill(code);
  await bank.locator('button[value=code]').click();
}

async function noChallengeMessage(page: PageLike): Promise<string> {
  const wallet = page.frameLocator(WALLET).locator('#wallet');
  const shown = (await wallet.isVisible()) ? `"${(await wallet.textContent())?.slice(0, 400)}"` : 'no wallet';
  return `passChallenge: found no bank that asks, wanted its box; the sandbox asks about 10.00 GBP alone. The page shows ${shown}`;
}

/** Calls `pay`, which must open a provider's window (it presses Pay with PayPal chosen, for example), and answers in that window. */
export async function payAtProvider(
  page: PageLike,
  pay: () => Promise<void>,
  answer: ProviderAnswer = 'approve',
): Promise<void> {
  const [sheet] = await Promise.all([page.waitForEvent('popup'), pay()]);
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

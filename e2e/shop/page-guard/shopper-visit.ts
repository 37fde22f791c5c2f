import type { BrowserContext } from '@playwright/test';
import { GOOD_CARD, WalletFrame } from '../../support/pages/wallet-frame.ts';

/** What the shopper types, which occurs nowhere else. */
const CANARY = { email: 'canary@victim.example', card: '4111111111111111' } as const;

/** When attacks have begun, and when the guard has looked for the last time. */
const BEGUN_MS = 1_800;
const LOOKED_MS = 2_000;

/** A tab of its own that leaves once the guard has reported. */
export async function load(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForTimeout(BEGUN_MS);
  await page.close({ runBeforeUnload: false });
}

/** A shopper's whole visit: types what the page asks for, wherever, and pays. */
export async function visit(
  context: BrowserContext,
  address: string,
  { takesToken = false } = {},
): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  const email = page.locator('#email');
  await page.waitForTimeout(BEGUN_MS);
  if (await email.isVisible()) await email.pressSequentially(CANARY.email);
  for (const frame of page.frames()) {
    const fake = frame.locator('.fake');
    if ((await fake.count()) > 0) await fake.first().pressSequentially(CANARY.card);
  }
  const wallet = new WalletFrame(page);
  if (takesToken) {
    await wallet.cardNumber.fill(GOOD_CARD.number);
    await wallet.expiry.fill(GOOD_CARD.expiry);
    await wallet.securityCode.fill(GOOD_CARD.code);
    await wallet.holderName.fill(GOOD_CARD.name);
  }
  const pay = page.locator('#pay');
  if (await pay.isVisible()) await pay.click();
  await page.waitForTimeout(LOOKED_MS);
  await page.close();
}

/** Whether the thief has got what was typed, or a token for the card. */
export const isStolen = (loot: readonly string[]) =>
  loot.some((line) => line.includes(CANARY.email) || line.includes(CANARY.card) || /cc_[\w-]{8}/.test(line));

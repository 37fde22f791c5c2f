import { expect, type Locator, type Page } from '@playwright/test';
import { answerProvider, type ProviderAnswer } from 'embeddable-wallet/testing';

/** Another program's page: on a busy machine it may take long. */
export const slow = { timeout: 40_000 };

/** Presses Pay with a provider's method chosen: its window comes in that click. */
export async function openSheet(page: Page, press: () => Promise<void>): Promise<ProviderSheet> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()]);
  const sheet = new ProviderSheet(popup);
  await expect(sheet.agree).toBeVisible(slow);
  return sheet;
}

/** A simulated provider's page, in a window of its own or in place of the shop's. */
export class ProviderSheet {
  readonly page: Page;
  readonly amount: Locator;
  readonly agree: Locator;
  readonly cancel: Locator;

  constructor(page: Page) {
    this.page = page;
    this.amount = page.locator('.amount');
    this.agree = page.locator('form').getByRole('button', { name: /^(Pay |Continue with )/ });
    this.cancel = page.getByRole('button', { name: 'Cancel and go back' });
  }

  /** One of the sandbox's own answers. */
  answer = (answer: ProviderAnswer): Promise<void> => answerProvider(this.page, answer);

  async payWith(funding: string): Promise<void> {
    await this.page.getByLabel(funding).check();
    await this.agree.click();
  }
}

/** What stands over the dimmed shop while a provider's window is open, or was closed. */
export class ProviderNotice {
  readonly dialog: Locator;
  readonly goBack: Locator;
  readonly cancel: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: /^Confirm your payment in the .+ window/ });
    this.goBack = this.dialog.getByRole('button', { name: /^Return to / });
    this.cancel = this.dialog.getByRole('button', { name: 'Cancel' });
  }
}

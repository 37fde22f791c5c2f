import type { FrameLocator, Locator, Page } from '@playwright/test';
import { passChallenge } from 'embeddable-wallet/testing';

/** The challenge as a shopper meets it: the dialog on the shop's page, or where its code was lost in the wallet, and the bank's page in it. */
export class ChallengeBox {
  readonly dialog: Locator;
  readonly close: Locator;
  readonly goOn: Locator;
  readonly stop: Locator;
  readonly boxFrame: Locator;
  readonly bank: FrameLocator;
  readonly code: Locator;
  readonly confirm: Locator;
  readonly cancel: Locator;

  readonly #page: Page;

  constructor(page: Page, place: Page | FrameLocator = page) {
    this.#page = page;
    this.dialog = place.getByRole('dialog', { name: 'Confirm your payment' });
    this.close = this.dialog.getByRole('button', { name: 'Close' });
    this.goOn = this.dialog.getByRole('button', { name: 'Continue' });
    this.stop = this.dialog.getByRole('button', { name: 'Cancel payment' });
    this.boxFrame = this.dialog.locator('iframe');
    const box = place.locator('dialog, [role=dialog]').frameLocator('iframe[src*="/3ds/box/"]');
    this.bank = box.frameLocator('iframe[name=acs]');
    this.code = this.bank.getByLabel('Verification code');
    this.confirm = this.bank.getByRole('button', { name: 'Confirm' });
    this.cancel = this.bank.getByRole('button', { name: 'Cancel payment' });
  }

  answer = (code: string): Promise<void> => passChallenge(this.#page, code);
}

import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { typeCard } from 'embeddable-wallet/testing';

export type Card = {
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
  readonly name: string;
};

export type ProviderName = 'Apple Pay' | 'Google Pay' | 'PayPal' | 'Amazon Pay';

export const GOOD_CARD: Card = {
  number: '4242 4242 4242 4242',
  expiry: '12/34',
  code: '123',
  name: 'Ada Lovelace',
};

/** The wallet as a shopper finds it, by its labels. */
export class WalletFrame {
  readonly page: Page;
  readonly frame: FrameLocator;
  /** All that the frame shows, once it is at rest. */
  readonly settled: Locator;
  readonly cardNumber: Locator;
  readonly expiry: Locator;
  readonly securityCode: Locator;
  /** Of the chosen saved card. */
  readonly savedCardCode: Locator;
  readonly holderName: Locator;
  readonly saveForLater: Locator;
  /** All ways to pay. */
  readonly rows: Locator;
  /** The row of the card form, whatever else there is. */
  readonly newCard: Locator;
  readonly alerts: Locator;

  constructor(page: Page) {
    this.page = page;
    this.frame = page.frameLocator('iframe[src*="/wallet/frame"]');
    this.settled = this.frame.locator('body:not([data-unsettled]) > #wallet');
    this.cardNumber = this.frame.getByLabel('Card number', { exact: true });
    this.expiry = this.frame.getByLabel('Expiry date', { exact: true });
    this.securityCode = this.frame.getByLabel('Security code', { exact: true });
    this.savedCardCode = this.frame.getByRole('textbox', { name: 'Security code', exact: true });
    this.holderName = this.frame.getByLabel('Name on card', { exact: true });
    this.saveForLater = this.frame.getByLabel('Save card for later');
    this.rows = this.frame.getByRole('radio');
    this.newCard = this.frame.getByRole('radio', { name: /^(New card|Card)$/ });
    this.alerts = this.frame.getByRole('alert');
  }

  /** CSS pixels of the frame that its content, once at rest, does not fill, or lacks; layout is asked for, not waited for. */
  unfilledPixels = async (): Promise<number> => {
    const [given, wanted] = await Promise.all([
      this.frame.owner().evaluate((element) => element.getBoundingClientRect().height),
      this.settled.evaluate((element) => Math.ceil(element.getBoundingClientRect().height)),
    ]);
    return given - wanted;
  };

  /** A button of the frame, by what it is called. */
  button(name: string): Locator {
    return this.frame.getByRole('button', { name, exact: true });
  }

  /**
   * Opens the form of MANAGE, once the frame is as high as the list. Before that the button may lie below the frame's edge: a
   * press would scroll the list inside the frame, and be lost where the frame grows between its down and its up.
   */
  async openForm(): Promise<void> {
    const add = this.button('Add card');
    await add.waitFor();
    await expect.poll(this.unfilledPixels).toBe(0);
    await add.click();
  }

  /** Fills the form of MANAGE and keeps the card. */
  async add(card: Card): Promise<void> {
    await this.openForm();
    await this.type(card);
    await this.button('Save card').click();
  }

  /** A way to pay, by its whole name. */
  row(name: string): Locator {
    return this.frame.getByRole('radio', { name, exact: true });
  }

  /** A provider's method in the list. */
  method(name: ProviderName): Locator {
    return this.frame.getByRole('radio', { name: new RegExp(`^${name}`) });
  }

  savedCard(name: string | RegExp): Locator {
    return this.frame.getByRole('radio', { name });
  }

  /** Key by key, as a person types. */
  type = (card: Card): Promise<void> => typeCard(this.page, card);
}

import type { Locator, Page } from '@playwright/test';
import { chooseInDrawer } from './drawer-choices.ts';
import { type Card, type ProviderName, WalletFrame } from './wallet-frame.ts';

export type Integration = 'script' | 'module';
/** How the ways to pay stand: the demo's own choice is `express`. */
export type Places = 'express' | 'rows' | 'tabs';

/** The demo shop as a shopper and as a developer use it. */
export class ShopPage {
  readonly page: Page;
  readonly wallet: WalletFrame;
  readonly payButton: Locator;
  readonly paid: Locator;
  readonly refusal: Locator;
  readonly underWay: Locator;
  /** The whole cart in one line, which opens it on phones. */
  readonly cartLine: Locator;
  readonly total: Locator;
  readonly language: Locator;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    this.wallet = new WalletFrame(page);
    this.payButton = page.getByRole('button', { name: /^Pay/ });
    this.paid = page.getByRole('heading', { name: 'Order paid' });
    this.refusal = page.getByRole('alert').filter({ hasText: /\S/ });
    this.cartLine = page.locator('.cart summary');
    this.total = page.getByRole('definition').filter({ hasText: /\d/ });
    this.language = page.locator('header').getByRole('combobox');
    this.underWay = page.getByRole('status').filter({ hasText: 'under way' });
  }

  /** Unless told, with all methods as rows: most tests choose one of them. */
  async open(integration: Integration = 'script', places: Places = 'rows'): Promise<void> {
    await chooseInDrawer(this.page, { places });
    await this.page.goto(integration === 'script' ? `${this.#url}/` : `${this.#url}/spa/`);
  }

  /** Where the shopper looks after saved cards. */
  async openCards(integration: Integration = 'script'): Promise<void> {
    await this.page.goto(`${this.#url}${integration === 'script' ? '' : '/spa'}/cards`);
  }

  /** Chooses a provider's method; done once the page has heard of it. */
  async choose(name: ProviderName): Promise<void> {
    const chosen = chosenMethod(this.page, name);
    const method = this.wallet.method(name);
    await method.scrollIntoViewIfNeeded({ timeout: 20_000 });
    await this.#twoPictures();
    await method.check({ timeout: 20_000 });
    await chosen;
  }

  async pay(card: Card): Promise<void> {
    await this.fill(card);
    await this.press();
  }

  /** Where the button is below the fold. */
  async payByKey(card: Card): Promise<void> {
    await this.fill(card);
    await this.payButton.press('Enter');
  }

  /** Presses Pay, once it stands in view. */
  async press(how: 'click' | 'dblclick' = 'click'): Promise<void> {
    await this.payButton.scrollIntoViewIfNeeded();
    await this.#twoPictures();
    await this.payButton[how]();
  }

  /** A click right after a scroll may reach what stood there before it. */
  #twoPictures(): Promise<void> {
    return this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    );
  }

  async fill(card: Card): Promise<void> {
    // The list of ways to pay has its room from then on, and the button its place.
    await this.wallet.newCard.waitFor();
    await this.wallet.type(card);
  }
}

/** Once the page has heard that this provider's method is chosen. */
export function chosenMethod(page: Page, name: ProviderName): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        addEventListener('sdk:checkoutReady', (event) => {
          if (JSON.stringify(Reflect.get(event, 'detail')).includes(wanted)) resolve();
        });
      }),
    name,
  );
}

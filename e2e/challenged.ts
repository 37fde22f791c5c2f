import { expect, type Frame, type Page } from '@playwright/test';
import { ChallengeBox } from './pages/challenge-box.ts';
import { type Integration, ShopPage } from './pages/shop-page.ts';
import { type Card, GOOD_CARD } from './pages/wallet-frame.ts';
import { lookUp, textAt } from './service-client.ts';
import { readJournal } from './shop-journal.ts';
import type { Stack } from './stack.ts';

type Mode = 'SALE_3DS' | 'AUTH_3DS';
type End = { readonly status: string; readonly reason: string; readonly transaction_id: string };

/** A shopper about to confirm £10, and all that can be known of how it ends. */
export class Challenged {
  readonly page: Page;
  readonly shop: ShopPage;
  readonly box: ChallengeBox;
  readonly #stack: Stack;

  constructor(page: Page, stack: Stack) {
    this.page = page;
    this.#stack = stack;
    this.shop = new ShopPage(page, stack.shopUrls.localhost);
    this.box = new ChallengeBox(page);
  }

  async open(mode: Mode = 'SALE_3DS', integration: Integration = 'script'): Promise<void> {
    await this.#prepare(mode);
    await this.shop.open(integration);
  }

  /** The same, in the window that `opener` holds. */
  async openFrom(opener: Frame): Promise<void> {
    await this.#prepare('SALE_3DS');
    const url = `${this.#stack.shopUrls.localhost}/`;
    await opener.evaluate((address) => open(address, 'held'), url);
    await this.page.waitForURL(url);
  }

  async #prepare(mode: Mode): Promise<void> {
    await this.page.addInitScript((chosen) => {
      if (window.top !== window) return;
      localStorage.setItem('sandbox-basket', 'tasting');
      localStorage.setItem('sandbox-mode', chosen);
      for (const name of ['after3DsComplete', 'threeDsEnded'])
        window.addEventListener(`sdk:${name}`, (event) => {
          const seen = JSON.parse(sessionStorage.getItem(name) ?? '[]');
          const detail = event instanceof CustomEvent ? event.detail : null;
          sessionStorage.setItem(name, JSON.stringify([...seen, detail]));
        });
    }, mode);
  }

  /** Known to the shop by no name: each page load is another guest to the wallet. */
  async becomeGuest(): Promise<void> {
    await this.page.addInitScript(() => {
      if (window.top === window) localStorage.setItem('sandbox-shopper', 'guest');
    });
  }

  /** A shopper of this tab alone, in a browser whose other tabs have theirs. */
  async becomeSomebody(): Promise<void> {
    const cookie = `shopper=user-${crypto.randomUUID()}`;
    await this.page.route('**/api/**', async (route) => {
      const request = route.request();
      if (new URL(request.url()).hostname !== 'localhost') return route.fallback();
      const headers = { cookie, 'content-type': 'application/json' };
      const body = request.postData();
      const answer = await fetch(request.url(), { method: request.method(), headers, body });
      await route.fulfill({ status: answer.status, json: await answer.json() });
    });
  }

  /** Playwright shows every page as visible; a browser hides the tabs that are not in front. */
  async hide(isHidden: boolean): Promise<void> {
    for (const frame of this.page.frames()) {
      const told = frame.evaluate(
        (state) => {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        },
        isHidden ? 'hidden' : 'visible',
      );
      // A frame of the box may go meanwhile: then there is nothing to tell.
      await told.catch((error: unknown) => {
        if (!frame.isDetached()) throw error;
      });
    }
  }

  /** To the bank's question. */
  async pay(card: Partial<Card> = {}): Promise<void> {
    await this.#toBox(() => this.shop.pay({ ...GOOD_CARD, ...card }));
  }

  /** The same on a screen too small for the whole checkout. */
  async payBelow(): Promise<void> {
    await this.#toBox(() => this.shop.payByKey(GOOD_CARD));
  }

  /** A shop that is slow, or was not paid at all, is told from a box that does not come. */
  async #toBox(pay: () => Promise<void>): Promise<void> {
    const billed = this.page.waitForResponse(/\/api\/orders$/);
    await Promise.all([billed, pay()]);
    await expect(this.box.dialog).toBeVisible();
  }

  async seen(name: 'after3DsComplete' | 'threeDsEnded'): Promise<End[]> {
    const read = () => this.page.evaluate((key) => sessionStorage.getItem(key) ?? '[]', name);
    // A page that is just going on to the order cannot be asked.
    const again = () => this.page.waitForLoadState().then(read);
    return JSON.parse(await read().catch(again));
  }

  /** The shopper went on with it in another tab: here the box closes by itself, the focus is back, and nothing has ended. */
  async losesBox(statuses: readonly string[]): Promise<void> {
    await expect(this.box.dialog).toHaveCount(0);
    const moves = statuses.map((status) => expect.objectContaining({ status, reason: 'moved' }));
    await expect.poll(() => this.seen('threeDsEnded')).toEqual(moves);
    expect(await this.seen('after3DsComplete')).toEqual([]);
  }

  /** Brings the payment that waits to this tab. */
  async goOn(): Promise<void> {
    const waiting = this.shop.wallet.alerts.filter({
      hasText: 'You have a payment waiting for confirmation.',
    });
    await waiting.getByRole('button', { name: 'Continue' }).click();
    await expect(this.box.code).toBeVisible();
    await expect(waiting).toHaveCount(0);
  }

  /** An open challenge, as page, service and shopper see it. */
  async standing() {
    const [waiting] = this.#attempts();
    const transactionId = textAt(waiting, 'attempt', 'transactionId');
    const events = [...(await this.seen('after3DsComplete')), ...(await this.seen('threeDsEnded'))];
    return {
      transactionId,
      status: await this.#statusOf(transactionId),
      told: this.#toldOf(transactionId),
      events,
      box: await this.box.boxFrame.getAttribute('src'),
      asked: await this.box.code.isEditable(),
      dialogs: await this.page.locator('dialog').count(),
      number: await this.shop.wallet.cardNumber.inputValue(),
      view: await this.shop.wallet.frame.locator('body').ariaSnapshot(),
    };
  }

  /** The event came once, and says what lookup and callback say. */
  async endsOnce(reason: string): Promise<void> {
    const ends = async () => (await this.seen('threeDsEnded')).filter((each) => each.reason !== 'moved');
    await expect.poll(ends, { timeout: 15_000 }).toHaveLength(1);
    const [end] = await ends();
    const status = reason === 'authenticated' ? 'SUCCESS' : 'FAILURE';
    expect(end).toMatchObject({ status, reason });
    const transactionId = end?.transaction_id ?? '';
    expect(await this.seen('after3DsComplete')).toEqual([{ status, transaction_id: transactionId }]);
    expect(await this.#statusOf(transactionId)).toBe(status);
    await expect
      .poll(() => this.#toldOf(transactionId), { timeout: 15_000 })
      .toEqual([expect.stringMatching(status === 'SUCCESS' ? /_3DS_SUCCEEDED$/ : /_3DS_FAILED$/)]);
  }

  /** The newest first. */
  #attempts(): unknown[] {
    return readJournal(this.#stack)
      .filter(({ type }) => type === 'attempted')
      .reverse();
  }

  /** What the shop was told by callback, verified by it. */
  #toldOf(transactionId: string): string[] {
    return readJournal(this.#stack)
      .filter(({ type, callback }) => type === 'told' && callback.transactionId === transactionId)
      .map(({ callback }) => callback.info);
  }

  async #statusOf(transactionId: string): Promise<string> {
    return textAt(await lookUp(this.#stack.serviceUrl, transactionId), 'status');
  }
}

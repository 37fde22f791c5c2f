import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Frame, type Page } from '@playwright/test';
import { INSPECTOR_TOKEN } from './admin-client.ts';
import { ChallengeBox } from './pages/challenge-box.ts';
import { type Integration, ShopPage } from './pages/shop-page.ts';
import { type Card, GOOD_CARD } from './pages/wallet-frame.ts';
import { textAt } from './service-client.ts';
import { freePort, SECRET_KEY, type Stack, startStack } from './stack.ts';

export type Mode = 'SALE_3DS' | 'AUTH_3DS';
type End = { readonly status: string; readonly reason: string; readonly transaction_id: string };

/** Three sites, so that box and bank are third parties to the shop and to each other. */
export async function startThreeSites(extra: Record<string, string> = {}): Promise<Stack> {
  const issuerPort = String(await freePort());
  return startStack({
    ISSUER_PORT: issuerPort,
    ISSUER_URL: `http://issuer.localhost:${issuerPort}`,
    INSPECTOR_TOKEN,
    ...extra,
  });
}

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
    for (const frame of this.page.frames())
      await frame.evaluate(
        (state) => {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        },
        isHidden ? 'hidden' : 'visible',
      );
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

  /** An open challenge, as page, service and shopper see it. */
  async standing() {
    const [waiting] = this.#attempts();
    const transactionId = textAt(waiting, 'attempt', 'transactionId');
    const events = [...(await this.seen('after3DsComplete')), ...(await this.seen('threeDsEnded'))];
    return {
      transactionId,
      status: await this.#lookUp(transactionId),
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
    await expect.poll(() => this.seen('threeDsEnded'), { timeout: 15_000 }).toHaveLength(1);
    const [end] = await this.seen('threeDsEnded');
    const status = reason === 'authenticated' ? 'SUCCESS' : 'FAILURE';
    expect(end).toMatchObject({ status, reason });
    const transactionId = end?.transaction_id ?? '';
    expect(await this.seen('after3DsComplete')).toEqual([{ status, transaction_id: transactionId }]);
    expect(await this.#lookUp(transactionId)).toBe(status);
    await expect
      .poll(() => this.#toldOf(transactionId), { timeout: 15_000 })
      .toEqual([expect.stringMatching(status === 'SUCCESS' ? /_3DS_SUCCEEDED$/ : /_3DS_FAILED$/)]);
  }

  /** The newest first. */
  #attempts(): unknown[] {
    return this.#journal()
      .filter(({ type }) => type === 'attempted')
      .reverse();
  }

  #journal() {
    const lines = readFileSync(join(this.#stack.dataDir, 'shop', 'orders.jsonl'), 'utf8')
      .trim()
      .split('\n');
    return lines.map((line) => JSON.parse(line));
  }

  /** What the shop was told by callback, verified by it. */
  #toldOf(transactionId: string): string[] {
    return this.#journal()
      .filter(({ type, callback }) => type === 'told' && callback.transactionId === transactionId)
      .map(({ callback }) => callback.info);
  }

  async #lookUp(transactionId: string): Promise<string> {
    const url = `${this.#stack.serviceUrl}/wallet/api/v1/transactions/${transactionId}`;
    const answer = await fetch(url, { headers: { secretKey: SECRET_KEY } });
    return textAt(await answer.json(), 'transaction', 'status');
  }
}

/** A test on three sites, with a stack of its worker. */
export const test = base.extend<{ challenged: Challenged }, { sites: Stack }>({
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const stack = await startThreeSites();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  challenged: async ({ page, sites }, use) => use(new Challenged(page, sites)),
});

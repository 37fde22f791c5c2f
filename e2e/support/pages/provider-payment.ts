import { expect, type Page } from '@playwright/test';
import { lookUp, textAt, valueAt } from '../stack/service-client.ts';
import { readJournal } from '../stack/shop-journal.ts';
import type { Stack } from '../stack/stack.ts';

export type End = {
  readonly status: 'SUCCESS' | 'FAILURE';
  /** Why it failed. */
  readonly failure?: string;
};

/** A payment at a provider as all see it who are told: the page by its event, the service, the shop and its way back. */
export class ProviderPayment {
  readonly events: unknown[] = [];
  readonly #stack: Stack;
  #orderId = '';
  #started: unknown;

  private constructor(stack: Stack) {
    this.#stack = stack;
  }

  /** From before the shop is opened. */
  static async watch(page: Page, stack: Stack): Promise<ProviderPayment> {
    const payment = new ProviderPayment(stack);
    // The page that hears an event leaves at once for its order.
    await page.exposeFunction('keepEvent', (detail: unknown) => payment.events.push(detail));
    await page.addInitScript(() => {
      addEventListener('sdk:paymentCompleted', (event) =>
        Reflect.get(window, 'keepEvent')(Reflect.get(event, 'detail')),
      );
    });
    await page.route('**/api/cart*', async (route) => {
      const response = await route.fetch();
      payment.#orderId = textAt(await response.json(), 'orderId');
      await route.fulfill({ response });
    });
    await page.route('**/wallet/api/v1/instant', async (route) => {
      const response = await route.fetch();
      payment.#started = valueAt(await response.json(), 'payment') ?? payment.#started;
      await route.fulfill({ response });
    });
    return payment;
  }

  get id(): string {
    return textAt(this.#started, 'transaction_id');
  }

  get orderId(): string {
    return this.#orderId;
  }

  async record(): Promise<unknown> {
    return lookUp(this.#stack.serviceUrl, this.id);
  }

  /** Of this order, verified by the shop and kept. */
  callbacks(): unknown[] {
    return readJournal(this.#stack)
      .filter(({ type, id }) => type === 'told' && id === this.#orderId)
      .map(({ callback }) => callback);
  }

  /** Where the provider sends the shopper back to. */
  get returnAddress(): string {
    const signed = new URL(textAt(this.#started, 'provider_url')).searchParams.get('request') ?? '';
    const asked: unknown = JSON.parse(Buffer.from(signed, 'base64url').toString());
    return textAt(asked, 'returnUrl');
  }

  /** What the service sends whoever comes back from the provider to: an address, or a window's last page. */
  async wayBack(): Promise<string> {
    const answer = await fetch(this.returnAddress, { redirect: 'manual' });
    return answer.headers.get('Location') ?? (await answer.text()).replaceAll('&amp;', '&');
  }

  /** Transaction, callback, way back and, where the page has stayed, event: all of this end, and told once. */
  async endsFor(everybody: 'page that stayed' | 'page that left', { status, failure }: End): Promise<void> {
    await expect(async () => {
      const isPaid = status === 'SUCCESS';
      const record = { method: 'SALE', source: 'paypal', amount: 48.5, currency: 'EUR', status };
      const captured = isPaid ? '48.50' : '0.00';
      const metadata = [
        { key: 'order_id', value: this.#orderId },
        ...(failure === undefined ? [] : [{ key: 'failure_code', value: failure }]),
      ];
      expect(await this.record()).toMatchObject({
        ...record,
        metadata: expect.arrayContaining(metadata),
        sandbox: { captured },
      });
      const info = isPaid ? 'SALE_SUCCEEDED' : 'SALE_FAILED';
      expect(this.callbacks()).toMatchObject([{ transactionId: this.id, info }]);
      const back = await this.wayBack();
      expect(back).toContain(`status=${status}`);
      expect(back).toContain(`transaction_id=${this.id}`);
      const event = { status, transaction_id: this.id, method: 'paypal' };
      expect(this.events).toEqual(everybody === 'page that stayed' ? [event] : []);
    }).toPass({ timeout: 40_000 });
  }
}

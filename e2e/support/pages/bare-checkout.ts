import type { Locator, Page } from '@playwright/test';
import { freePort } from '../stack/free-port.ts';
import { servePages } from '../stack/page-server.ts';
import { newSession } from '../stack/service-client.ts';
import { MERCHANT_ID, PUBLISHABLE_KEY, type Stack } from '../stack/stack.ts';
import { WalletFrame } from './wallet-frame.ts';

type Setting = {
  /** By the backend's name. Default: a guest. */
  readonly shopper?: string | undefined;
  readonly merchantId?: number;
  /** Of `init`, beside merchant and view. */
  readonly settings?: object | undefined;
  /** The hint comes with the token alone; else its backend has written it into the page. */
  readonly isHintLate?: boolean;
};

const STYLE = `
  :root { color-scheme: light dark; background: light-dark(#fff, #14191f); font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 560px; margin: 0 auto; padding: 16px; }
  button { width: 100%; min-height: 48px; margin-block: 16px; font: inherit; }
`;

/** A shop that keeps no room for the wallet: an empty element between the heading, Pay and its terms. */
export class BareCheckout {
  readonly page: Page;
  readonly wallet: WalletFrame;
  readonly payButton: Locator;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    this.wallet = new WalletFrame(page);
    this.payButton = page.getByRole('button', { name: 'Pay €48.50' });
  }

  /** The same address for as long as `page` is there. */
  static async serve(
    page: Page,
    {
      stack,
      shopper,
      merchantId = MERCHANT_ID,
      settings = {},
      isHintLate = false,
    }: Setting & { stack: Stack },
  ): Promise<BareCheckout> {
    const whose = { merchant_id: `${merchantId}`, ...(shopper !== undefined && { externalID: shopper }) };
    const session = await newSession(stack.serviceUrl, whose);
    const hint = isHintLate ? '' : session.hint;
    const html = `<!doctype html><html lang="en"><head><title>Checkout</title>
      <meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style>
      <script src="${stack.serviceUrl}/sdk/sdk.js" crossorigin="anonymous"></script></head>
      <body><main><h1>Checkout</h1><div id="wallet"></div><script>
        const refreshToken = async () => (await fetch('/session')).json();
        sdk.auth.connect({ publishableKey: '${PUBLISHABLE_KEY}', refreshToken, hint: '${hint}' });
        sdk.wallet.init(${JSON.stringify({ merchant_id: merchantId, view: 'CHECKOUT', ...settings })}, {
          currency: 'EUR', amount: '48.50' });
      </script><button type="button">Pay €48.50</button>
      <p>We send your order as soon as it is paid. You can return it within thirty days.</p></main></body></html>`;
    const port = await freePort();
    const pages = new Map([
      ['/', html],
      ['/session', JSON.stringify(session)],
    ]);
    const server = await servePages(port, pages);
    page.once('close', () => server.close());
    return new BareCheckout(page, `http://localhost:${port}/`);
  }

  /** Done once the page is there. */
  start = () => this.page.goto(this.#url, { waitUntil: 'commit' });

  /** Done once the wallet is at rest. */
  async open(): Promise<void> {
    await this.page.goto(this.#url);
    await this.wallet.settled.waitFor({ state: 'attached' });
  }

  async speak(locale: string): Promise<void> {
    await this.page.evaluate(`sdk.wallet.setLocale('${locale}')`);
  }

  /** The wallet looks as the page does by now. */
  async followTheme(): Promise<void> {
    await this.page.evaluate(() => Reflect.get(window, 'sdk').wallet.setAppearance({ theme: 'auto' }));
  }
}

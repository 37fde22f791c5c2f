import { type ControlledWallet, createControlledWallet } from '../controlled/controlled-wallet.ts';
import type { Submitted } from '../controlled/submit.ts';
import type {
  Appearance,
  ConnectOptions,
  MaskedPaymentMethod,
  PaymentDetails,
  Sdk,
  WalletEventName,
} from '../index.ts';
import { LIVE_ATTRIBUTES, propsOf } from './attributes.ts';

/** Without elements, as on a server, the class exists and nobody constructs it. */
const PageElement = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * `<wallet-checkout publishable-key merchant-id amount currency>`: its own wallet while it is in the
 * page, also in an open shadow root. Attributes are named after the settings: `publishable-key`,
 * `hint`, `session-url`, `merchant-id`, `view` (default `CHECKOUT`), `amount`, `currency`, `return-url`,
 * `callback-url`, `locale`, `theme`, `layout`, `express`, `method-order` and `sandbox-available` (names
 * separated by spaces), `auto-advance="false"`. Changes to amount, currency, return and callback URL, view,
 * locale and theme update the wallet; the others are read when the element enters the page.
 *
 * Where the service is, a script says by `WalletCheckoutElement.baseUrl`: HTML that others wrote must not say where a shopper's
 * token goes. For that reason `session-url` is an address of the page's own origin.
 *
 * It emits the wallet's events by name, with the payload in `detail`; they do not bubble. An `error` is also
 * logged to the console unless you call `preventDefault`. A frame of `walletFrame` inside it is taken over.
 * Removing the element ends the wallet; moving it starts a new one, except with `moveBefore`, which keeps it.
 */
export class WalletCheckoutElement extends PageElement {
  static readonly observedAttributes: readonly string[] = LIVE_ATTRIBUTES;

  /** The service's address, for all elements. Set it right after the import. Default: where this module was loaded from. */
  static baseUrl: string | undefined;

  #controlled: ControlledWallet | undefined;
  #refreshToken: ConnectOptions['refreshToken'] | undefined;
  #appearance: Appearance | undefined;
  #metadata: PaymentDetails['metadata'];
  #paymentMethod: MaskedPaymentMethod | null = null;
  #awaitsToken: (() => void)[] = [];
  #isShown = false;

  /** This element's own SDK, for what attributes cannot say. */
  get sdk(): Sdk {
    return this.#wallet.sdk;
  }

  /** The chosen usable method, as in `checkoutReady`; null while there is none. */
  get paymentMethod(): MaskedPaymentMethod | null {
    return this.#paymentMethod;
  }

  /** As of `connect`. Default: what your backend answers a POST to `session-url` with. It may be set after the element is in the page. */
  get refreshToken(): ConnectOptions['refreshToken'] | undefined {
    return this.#refreshToken;
  }
  set refreshToken(value) {
    this.#refreshToken = value;
    for (const go of this.#awaitsToken.splice(0)) go();
  }

  /** Default: the wallet's own look. The attribute `theme` goes before its `theme`. */
  get appearance(): Appearance | undefined {
    return this.#appearance;
  }
  set appearance(value) {
    this.#appearance = value;
    this.#change();
  }

  /** Of the payment details. Default none. */
  get metadata(): PaymentDetails['metadata'] {
    return this.#metadata;
  }
  set metadata(value) {
    this.#metadata = value;
    this.#change();
  }

  /**
   * Asks the wallet for what is chosen, or for the method of a pressed express button: hands it over for your backend to bill, or makes
   * an instant payment. Call it in the shopper's click, before anything is awaited. Rejects as `getPaymentMethod` and
   * `makeInstantPayment` do.
   */
  submit(pressed?: MaskedPaymentMethod): Promise<Submitted> {
    return this.#wallet.submit(pressed);
  }

  connectedCallback(): void {
    const show = () => this.isConnected && this.#show();
    // While the document loads, the frame inside may still be missing.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
    else if (WalletCheckoutElement.baseUrl) show();
    // The import may upgrade an element in the page: the script that sets the address runs right after.
    else queueMicrotask(show);
  }

  disconnectedCallback(): void {
    this.#isShown = false;
    this.#paymentMethod = null;
    this.#wallet.hide();
  }

  /** Empty on purpose: without it browsers disconnect and reconnect the element on `moveBefore`. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(): void {
    this.#change();
  }

  get #wallet(): ControlledWallet {
    this.#controlled ??= this.#create();
    return this.#controlled;
  }

  #create(): ControlledWallet {
    const controlled = createControlledWallet();
    const { wallet } = controlled.sdk;
    wallet.on('checkoutReady', ({ paymentMethod }) => {
      this.#paymentMethod = paymentMethod;
    });
    controlled.listen((name, payload) => this.#dispatch(name, payload));
    return controlled;
  }

  #dispatch(name: WalletEventName, detail: unknown): void {
    const isMissed = this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
    // biome-ignore lint/suspicious/noConsole: the element handles the event, so the SDK does not log it
    if (name === 'error' && isMissed) console.error('wallet-checkout:', detail);
  }

  #show(): void {
    if (this.#isShown) return;
    this.#isShown = true;
    this.#wallet.connect(() => this.#options());
    this.#wallet.show(this, this.#props());
  }

  #change(): void {
    if (this.#isShown) this.#wallet.change(this.#props());
  }

  #props() {
    return propsOf(this, { appearance: this.#appearance, metadata: this.#metadata });
  }

  #options(): ConnectOptions {
    return {
      publishableKey: this.getAttribute('publishable-key') ?? '',
      baseUrl: WalletCheckoutElement.baseUrl,
      hint: this.getAttribute('hint') ?? undefined,
      refreshToken: this.#refreshToken ?? (() => this.#token()),
    };
  }

  async #token() {
    const address = this.getAttribute('session-url');
    if (address !== null) return askForSession(new URL(address, document.baseURI));
    // The script that sets it may run after the element is in the page.
    if (this.#refreshToken === undefined) await new Promise<void>((go) => this.#awaitsToken.push(go));
    const source = this.#refreshToken;
    return typeof source === 'function' ? source() : source;
  }
}

/** The origin is checked here, because `fetch` takes a `data:` address as same-origin. `same-origin` refuses redirects elsewhere. */
async function askForSession(address: URL) {
  if (address.origin !== location.origin)
    throw new Error("wallet-checkout: session-url: found another origin, wanted the page's");
  // As JSON: a backend that takes only that takes no POST from another site's page.
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(address, { method: 'POST', mode: 'same-origin', headers, body: '{}' })).json();
}

import { createDeclaredWallet, type DeclaredWallet } from '../controlled/controlled-wallet.ts';
import type { Submitted } from '../controlled/submit.ts';
import type {
  Appearance,
  ConnectOptions,
  MaskedPaymentMethod,
  PaymentDetails,
  Sdk,
  WalletEventName,
} from '../index.ts';
import { declarationOf, LIVE_ATTRIBUTES } from './attributes.ts';

/** Where there are no elements, as on a server, the class stands and is never made. */
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

  #declared: DeclaredWallet | undefined;
  #refreshToken: ConnectOptions['refreshToken'] | undefined;
  #appearance: Appearance | undefined;
  #metadata: PaymentDetails['metadata'];
  #paymentMethod: MaskedPaymentMethod | null = null;
  #awaitsToken: (() => void)[] = [];
  #isShown = false;

  /** This element's own, for what attributes cannot say. */
  get sdk(): Sdk {
    return this.#wallet.sdk;
  }

  /** The usable method that is chosen, as `checkoutReady` tells it; null while there is none. */
  get paymentMethod(): MaskedPaymentMethod | null {
    return this.#paymentMethod;
  }

  /** As of `connect`. Default: what your backend answers a POST to `session-url` with. It may be set after the element stands. */
  get refreshToken(): ConnectOptions['refreshToken'] | undefined {
    return this.#refreshToken;
  }
  set refreshToken(given) {
    this.#refreshToken = given;
    for (const go of this.#awaitsToken.splice(0)) go();
  }

  /** Default: the wallet's own look. The attribute `theme` goes before its `theme`. */
  get appearance(): Appearance | undefined {
    return this.#appearance;
  }
  set appearance(given) {
    this.#appearance = given;
    this.#change();
  }

  /** Of what is to be paid. Default none. */
  get metadata(): PaymentDetails['metadata'] {
    return this.#metadata;
  }
  set metadata(given) {
    this.#metadata = given;
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
    // While the page is read, the frame inside may be yet to come.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
    else if (WalletCheckoutElement.baseUrl) show();
    // The import defines the element, and may upgrade one that stands: the script that sets the address comes right after.
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

  get #wallet(): DeclaredWallet {
    this.#declared ??= this.#create();
    return this.#declared;
  }

  #create(): DeclaredWallet {
    const declared = createDeclaredWallet();
    const { wallet } = declared.sdk;
    wallet.on('checkoutReady', ({ paymentMethod }) => {
      this.#paymentMethod = paymentMethod;
    });
    declared.listen((name, payload) => this.#dispatch(name, payload));
    return declared;
  }

  #dispatch(name: WalletEventName, detail: unknown): void {
    const isMissed = this.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
    // biome-ignore lint/suspicious/noConsole: the element listens, so the SDK leaves the line to it
    if (name === 'error' && isMissed) console.error('wallet-checkout:', detail);
  }

  #show(): void {
    if (this.#isShown) return;
    this.#isShown = true;
    this.#wallet.connect(() => this.#options());
    this.#wallet.show(this, this.#declaration());
  }

  #change(): void {
    if (this.#isShown) this.#wallet.change(this.#declaration());
  }

  #declaration() {
    return declarationOf(this, { appearance: this.#appearance, metadata: this.#metadata });
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
    // A script that sets it may come after the element.
    if (this.#refreshToken === undefined) await new Promise<void>((go) => this.#awaitsToken.push(go));
    const given = this.#refreshToken;
    return typeof given === 'function' ? given() : given;
  }
}

/** A `data:` address would pass for one of the same origin in `fetch`, and a redirect may lead anywhere. */
async function askForSession(address: URL) {
  if (address.origin !== location.origin)
    throw new Error("wallet-checkout: session-url: found another origin, wanted the page's");
  // As JSON: a backend that takes nothing else takes no post of another site's page.
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(address, { method: 'POST', mode: 'same-origin', headers, body: '{}' })).json();
}

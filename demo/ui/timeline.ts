import type { WalletEventName } from 'embeddable-wallet';
import { element } from './element.ts';

/** Who did what is told: the shop's page, the SDK's events, the shop's backend, the bank, the service's callbacks. */
type Who = 'page' | 'event' | 'backend' | 'bank' | 'callback' | 'lookup';

type Entry = { readonly at: string; readonly who: Who; readonly what: string; readonly detail: string };

/** Every event of the SDK: one that is missing here does not compile. */
const names: Readonly<Record<WalletEventName, true>> = {
  init: true,
  ready: true,
  checkoutReady: true,
  expressPay: true,
  paymentMethodAdded: true,
  paymentMethodRemoved: true,
  paymentCompleted: true,
  after3DsComplete: true,
  threeDsEnded: true,
  sessionExpired: true,
  error: true,
};

const storeKey = 'sandbox-timeline';
/** Of which the first block tells one order from another. */
const orderId = /([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** What a tab's store holds with ease. */
const most = 300;

/** All that happens around a payment, newest first; kept over page changes in this tab. */
export function timeline(): HTMLElement {
  const list = element('div', { id: storeKey, role: 'log', 'aria-label': 'Timeline' });
  for (const entry of kept()) list.prepend(row(entry));
  observeBox();
  for (const name of Object.keys(names)) {
    window.addEventListener(`sdk:${name}`, (event) => {
      const payload = event instanceof CustomEvent ? (JSON.stringify(event.detail) ?? '') : '';
      logEvent('event', `sdk:${name}`, payload === '{}' ? '' : payload);
    });
  }
  const clear = () => {
    sessionStorage.removeItem(storeKey);
    list.replaceChildren();
  };
  const head = element('h3', {}, 'Timeline');
  const button = element('button', { type: 'button', class: 'small-button', click: clear }, 'Clear');
  return element('section', { class: 'timeline' }, element('header', {}, head, button), list);
}

/** Also where no drawer stands: the next page shows it. */
export function logEvent(who: Who, what: string, detail = ''): void {
  const entry = { at: new Date().toLocaleTimeString('en-GB'), who, what, detail };
  sessionStorage.setItem(storeKey, JSON.stringify([...kept(), entry].slice(-most)));
  document.getElementById(storeKey)?.prepend(row(entry));
}

type LogLookupInput = {
  readonly status: string;
  readonly awaiting: string | null;
  readonly refusal: object | null;
};

/** What the backend's lookup came to: the proof, whatever news there was before. */
export function logLookup({ status, awaiting, refusal }: LogLookupInput): void {
  const found = awaiting ? 'still open' : refusal && status === 'unpaid' ? 'not paid' : status;
  logEvent('lookup', found, 'by the backend: this is what counts');
}

/** Callbacks come by themselves; the same one may come more than once. */
export function logCallbacks(callbacks: readonly object[]): void {
  for (const callback of callbacks) {
    const [info, id] = ['info', 'id'].map((name) => String(Reflect.get(callback, name)));
    const detail = `verified by the backend: ${id}`;
    if (info && !kept().some((entry) => entry.detail === detail)) logEvent('callback', info, detail);
  }
}

function kept(): Entry[] {
  return JSON.parse(sessionStorage.getItem(storeKey) ?? '[]');
}

/** The SDK puts its dialog into the page by itself, beside the body; a shop has nothing to do for it. */
function observeBox(): void {
  new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
    if (added.some((node) => node instanceof Element && node.shadowRoot))
      logEvent('bank', 'dialog opened', 'by the SDK, for a page of the bank or to wait for a provider');
  }).observe(document.documentElement, { childList: true });
}

function row({ at, who, what, detail }: Entry): HTMLElement {
  return element(
    'p',
    { 'data-who': who },
    element('time', {}, at),
    element('span', { class: 'who' }, who),
    element('strong', {}, what.replaceAll(orderId, '$1…')),
    element('code', {}, detail),
  );
}

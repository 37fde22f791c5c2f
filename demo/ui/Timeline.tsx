import type { WalletEventName } from 'embeddable-wallet';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Who acted: the shop's page, the SDK by an event, the shop's backend, the bank, the service by a callback, the lookup. */
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
/** The first block tells one order from another. */
const orderId = /([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** A tab's store holds this much with ease. */
const MAX_ENTRIES = 300;

const changed = 'sandbox:timeline';

/** Everything that happens around a payment, newest first; this tab keeps it from page to page. */
export function Timeline() {
  const [entries, setEntries] = useState(storedEntries);
  useLayoutEffect(() => {
    const read = () => setEntries(storedEntries());
    addEventListener(changed, read);
    return () => removeEventListener(changed, read);
  }, []);
  return (
    <section class="timeline">
      <header>
        <h3>Timeline</h3>
        <button type="button" class="small-button" onClick={() => store([])}>
          Clear
        </button>
      </header>
      <div role="log" aria-label="Timeline">
        {entries.map(row).reverse()}
      </div>
    </section>
  );
}

const row = ({ at, who, what, detail }: Entry, index: number) => (
  <p key={index} data-who={who}>
    <time>{at}</time>
    <span class="who">{who}</span>
    <strong>{what.replaceAll(orderId, '$1…')}</strong>
    <code>{detail}</code>
  </p>
);

/** Logs every event of the SDK, and its dialog, which it adds to the page by itself, beside the body. */
export function logSdk(): void {
  for (const name of Object.keys(names)) {
    addEventListener(`sdk:${name}`, (event) => {
      const payload = event instanceof CustomEvent ? (JSON.stringify(event.detail) ?? '') : '';
      logEvent('event', `sdk:${name}`, payload === '{}' ? '' : payload);
    });
  }
  new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
    if (added.some((node) => node instanceof Element && node.shadowRoot))
      logEvent('bank', 'dialog opened', 'by the SDK, for a page of the bank or to wait for a provider');
  }).observe(document.documentElement, { childList: true });
}

/** Works without a drawer, too: the next page shows the entry. */
export function logEvent(who: Who, what: string, detail = ''): void {
  const entry = { at: new Date().toLocaleTimeString('en-GB'), who, what, detail };
  store([...storedEntries(), entry].slice(-MAX_ENTRIES));
}

function store(entries: readonly Entry[]): void {
  sessionStorage.setItem(storeKey, JSON.stringify(entries));
  dispatchEvent(new Event(changed));
}

type Lookup = {
  readonly status: string;
  readonly awaiting: string | null;
  readonly refusal: object | null;
};

/** The result of the backend's lookup: the proof, whatever the news before it. */
export function logLookup({ status, awaiting, refusal }: Lookup): void {
  const found = awaiting ? 'still open' : refusal && status === 'unpaid' ? 'not paid' : status;
  logEvent('lookup', found, 'by the backend: this is what counts');
}

/** Logs callbacks once, though the same one may come more than once. */
export function logCallbacks(callbacks: readonly object[]): void {
  for (const callback of callbacks) {
    const [info, id] = ['info', 'id'].map((name) => String(Reflect.get(callback, name)));
    const detail = `verified by the backend: ${id}`;
    if (info && !storedEntries().some((entry) => entry.detail === detail)) logEvent('callback', info, detail);
  }
}

function storedEntries(): Entry[] {
  return JSON.parse(sessionStorage.getItem(storeKey) ?? '[]');
}

import type { WalletEventName } from 'embeddable-wallet';
import { element } from './element.ts';

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

type Entry = { time: string; name: string; payload: string };

const storeKey = 'sandbox-events';
const kept = 50;

/** Everything the SDK says on `window`, newest first; kept over page changes in this tab. */
export function eventLog(): HTMLElement {
  const list = element('div', { role: 'log', 'aria-label': 'SDK events', tabindex: '0' });
  const entries: Entry[] = JSON.parse(sessionStorage.getItem(storeKey) ?? '[]');
  for (const entry of entries) list.prepend(row(entry));
  const add = (entry: Entry) => {
    entries.push(entry);
    entries.splice(0, entries.length - kept);
    sessionStorage.setItem(storeKey, JSON.stringify(entries));
    list.prepend(row(entry));
  };
  for (const name of Object.keys(names)) {
    window.addEventListener(`sdk:${name}`, (event) => {
      const payload = event instanceof CustomEvent ? JSON.stringify(event.detail) : '';
      add({ time: new Date().toLocaleTimeString('en-GB'), name, payload });
    });
  }
  const clear = () => {
    entries.length = 0;
    sessionStorage.removeItem(storeKey);
    list.replaceChildren();
  };
  const head = element('h3', {}, 'Events');
  const button = element('button', { type: 'button', class: 'clear', click: clear }, 'Clear');
  return element('section', { class: 'events' }, element('header', {}, head, button), list);
}

function row({ time, name, payload }: Entry): HTMLElement {
  return element(
    'p',
    {},
    element('time', {}, time),
    element('strong', {}, `sdk:${name}`),
    element('code', {}, payload),
  );
}

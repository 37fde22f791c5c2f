import { element } from './element.ts';
import type { Order } from './shop-api.ts';

const storeKey = 'sandbox-three-ds';
const heading = '3-D Secure, step by step';
const hint = 'With a 3DS method and the basket of £10 the bank asks the shopper. Each step is told here.';

/** What happens behind a challenge, as it happens; kept over page changes in this tab. */
export function threeDsSteps(): HTMLElement {
  const list = element('ol', { id: storeKey, 'aria-label': heading, 'aria-live': 'polite' });
  list.append(...kept().map((step) => element('li', {}, step)));
  observeBox();
  window.addEventListener('sdk:threeDsEnded', (event) => {
    if (!(event instanceof CustomEvent)) return;
    const { status, reason } = event.detail;
    const news =
      reason === 'moved' ? 'threeDsEnded: moved to another tab' : `after3DsComplete: ${status} (${reason})`;
    tellStep(`Event ${news}. News, not proof: the backend looks it up.`);
  });
  return element('section', { class: 'steps' }, element('h3', {}, heading), element('p', {}, hint), list);
}

/** A new payment starts the account anew. */
export function startSteps(): void {
  sessionStorage.removeItem(storeKey);
  document.getElementById(storeKey)?.replaceChildren();
}

export function tellStep(step: string): void {
  sessionStorage.setItem(storeKey, JSON.stringify([...kept(), step]));
  document.getElementById(storeKey)?.append(element('li', {}, step));
}

/** What the backend's lookup came to. */
export function tellLookup({ status, awaiting, refusal }: Order): void {
  const found = awaiting ? 'still open' : refusal && status === 'unpaid' ? 'not paid' : status;
  tellStep(`Lookup by the backend, the one that counts: ${found}.`);
}

/** Callbacks come by themselves; the same one may come more than once. */
export function tellCallbacks(callbacks: readonly object[]): void {
  for (const callback of callbacks) {
    const info = 'info' in callback ? String(callback.info) : '';
    const step = `Callback received and its signature verified: ${info}.`;
    if (info.includes('3DS') && kept().length > 0 && !kept().includes(step)) tellStep(step);
  }
}

function kept(): string[] {
  return JSON.parse(sessionStorage.getItem(storeKey) ?? '[]');
}

/** The SDK puts its dialog into the page by itself; a shop has nothing to do for it. */
function observeBox(): void {
  new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
    if (added.some((node) => node instanceof HTMLDialogElement))
      tellStep(
        'The service told the wallet, and the SDK opened the box: the bank asks in a frame of its own.',
      );
  }).observe(document.body, { childList: true });
}

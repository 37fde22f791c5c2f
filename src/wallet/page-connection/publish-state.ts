import type { effect as react } from '@preact/signals';
import type { WalletEvents } from '../../contract/frame/events.ts';
import type { FrameToPage } from '../../contract/frame/frame-calls.ts';
import type { Models } from '../views/App.tsx';
import { tokensOf } from './appearance-tokens.ts';

type Page = Pick<FrameToPage, 'emit' | 'resize' | 'dress'>;

/** What the entry holds is passed in: this comes with a later chunk, and one that took from the entry would wait for it. */
export type Watch = {
  readonly effect: typeof react;
  /** Acts once nothing is on its way any more of what is shown first. */
  onceAtRest(act: () => void): void;
};

type Outside = Watch & { readonly page: Page; readonly content: Element };

/** Language, direction, theme and labels on the document. */
function applyLook({ locale, wallet }: Models, { effect }: Watch) {
  const root = document.documentElement;
  effect(() => {
    root.lang = locale.tag.value;
    root.dir = locale.direction.value;
    root.dataset['theme'] = wallet.theme.value;
    root.dataset['page'] = wallet.page.value;
    root.dataset['labels'] = wallet.labels.value;
  });
  effect(() => {
    const tokens = tokensOf(wallet.variables.value);
    for (const [token, value] of tokens) root.style.setProperty(token, value);
    return () => {
      for (const [token] of tokens) root.style.removeProperty(token);
    };
  });
}

/** The frame's element on the page, named in the language on show. */
function publishLook({ locale, wallet }: Models, { page, effect }: Outside) {
  effect(() => {
    const t = locale.t.value;
    const lang = locale.tag.value;
    page.dress({
      title: t('saved.label'),
      lang,
      theme: wallet.theme.value,
      words: {
        lang,
        dir: locale.direction.value,
        failed: t('error.unavailable'),
        offline: t('error.offline'),
        retry: t('error.retry'),
      },
    });
  });
}

/** Tells the page whenever a usable method is chosen, changes or is gone. */
function publishCheckoutReady({ checkout, wallet }: Models, { page, effect }: Outside) {
  let published: WalletEvents['checkoutReady'] = { status: false, paymentMethod: null };
  effect(() => {
    const usable = wallet.view.value === 'CHECKOUT' ? checkout.usable.value : null;
    const payload = { status: usable !== null, paymentMethod: usable };
    if (JSON.stringify(payload) === JSON.stringify(published)) return;
    published = payload;
    page.emit({ name: 'checkoutReady', payload });
  });
}

/** As long as browsers let a click open a window: whoever pays later pays with the chosen row. */
const PRESS_LIFE_MS = 5000;

/** Tells the page of a pressed express button, after what its method needs of the page. */
function publishExpress({ checkout }: Models, { page, effect }: Outside) {
  effect(() => {
    const paymentMethod = checkout.pressed.value;
    if (!paymentMethod) return;
    setTimeout(() => page.emit({ name: 'expressPay', payload: { paymentMethod } }));
    const end = setTimeout(checkout.lapsePress, PRESS_LIFE_MS);
    return () => clearTimeout(end);
  });
}

/** Once settings and session are here; after the answers to the calls that brought them. */
function publishReady({ wallet, session }: Models, { page, effect }: Outside) {
  let isTold = false;
  effect(() => {
    const isReady = wallet.status.value.name === 'ready' && session.status.value.name !== 'awaited';
    if (!isReady || isTold) return;
    isTold = true;
    setTimeout(() => page.emit({ name: 'ready', payload: {} }));
  });
}

/** Lets what was drawn with one key after the other be measured once. */
const UNSEEN_PAUSE_MS = 100;

/** Out of view browsers lay out no frame of another site: `publish` measures by itself what may have changed there. */
function watchUnseen(publish: () => void) {
  let pause = 0;
  new MutationObserver(() => {
    clearTimeout(pause);
    pause = window.setTimeout(publish, UNSEEN_PAUSE_MS);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

/** The height at each change, and once as the one that the page may begin with the next time. */
function publishHeight({ page, content, onceAtRest }: Outside) {
  let published = 0;
  const publish = (isAtRest?: true) => {
    const { height } = content.getBoundingClientRect();
    // A page that does not show the frame gives it no layout.
    if (height === 0 || (height === published && !isAtRest)) return;
    published = height;
    page.resize(height, isAtRest);
  };
  new ResizeObserver(() => publish()).observe(content);
  watchUnseen(publish);
  onceAtRest(() => setTimeout(() => publish(true)));
}

/**
 * Keeps for this tab's next load, from each list on, how many saved methods there are under the same address: merchant,
 * shop and language. Never whose or which. The document's first script reads it, before anything of the form stands.
 */
function rememberRows({ saved }: Models) {
  saved.status.subscribe((now) => {
    if (now.name !== 'listed' && now.name !== 'guest') return;
    const rows = now.name === 'listed' ? now.cards.length : 0;
    try {
      sessionStorage.setItem(location.search, String(rows || ''));
    } catch {
      // A browser that lets frames keep nothing: the form stands open until the list is here.
    }
  });
}

/** All that the state says to the outside: to the document, to the merchant's page, and to this tab's next load. */
export function publishState(models: Models, outside: Outside) {
  applyLook(models, outside);
  publishLook(models, outside);
  publishCheckoutReady(models, outside);
  publishExpress(models, outside);
  publishReady(models, outside);
  publishHeight(outside);
  rememberRows(models);
}

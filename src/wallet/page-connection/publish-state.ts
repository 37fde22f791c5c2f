import type { effect as react } from '@preact/signals';
import type { AppearanceVariables } from '../../contract/forms/appearance.ts';
import type { WalletEvents } from '../../contract/frame/events.ts';
import type { Theme } from '../../contract/frame/frame-boot.ts';
import type { FrameToPage } from '../../contract/frame/frame-calls.ts';
import type { Models } from '../models/models.ts';

type Page = Pick<FrameToPage, 'emit' | 'resize' | 'dress' | 'look'>;

/** Passed in by the entry, because a chunk must not import it. */
export type EntryFunctions = {
  readonly effect: typeof react;
  /** Calls `act` once everything that is shown first has been loaded. */
  onceAtRest(act: () => void): void;
};

type Dependencies = EntryFunctions & { readonly page: Page; readonly content: Element };

/** Each variable as the custom property of `tokens.css` that it is named after: `colorText` is `--color-text`. */
export function tokensOf(variables: AppearanceVariables): (readonly [token: string, value: string])[] {
  return Object.entries(variables).map(([name, value]) => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    String(value),
  ]);
}

/** On a ground in between, only black text or only white is readable. */
function textColors({ theme, pageTheme }: Models['wallet']): AppearanceVariables {
  if (pageTheme.value !== `${theme.value}ish`) return {};
  const color = theme.value === 'dark' ? '#ffffff' : '#000000';
  return { colorText: color, colorTextMuted: color, colorDanger: color };
}

/** Sets language, direction, theme, labels and variables on the document. */
function applyLook({ locale, wallet }: Models, { effect }: EntryFunctions) {
  const root = document.documentElement;
  const schemeOf = (theme: Theme) => theme.replace('auto', 'light dark');
  // For ever, as the frame's element has it: with another the frame would be opaque. A later theme is the body's.
  root.style.colorScheme = schemeOf(wallet.theme.peek());
  effect(() => {
    root.lang = locale.tag.value;
    root.dir = locale.direction.value;
    root.dataset['theme'] = wallet.theme.value;
    document.body.style.colorScheme = schemeOf(wallet.theme.value);
    root.dataset['page'] = wallet.pageTheme.value;
    root.dataset['labels'] = wallet.labels.value;
  });
  effect(() => {
    const tokens = tokensOf({ ...textColors(wallet), ...wallet.variables.value });
    for (const [token, value] of tokens) root.style.setProperty(token, value);
    return () => {
      for (const [token] of tokens) root.style.removeProperty(token);
    };
  });
}

/** Tells the page the frame's title in the current language, its first theme, and the texts for a failure to load. */
function publishLook({ locale, wallet }: Models, { page, effect }: Dependencies) {
  const theme = wallet.theme.peek();
  effect(() => {
    const t = locale.t.value;
    const lang = locale.tag.value;
    page.dress({
      title: t('saved.label'),
      lang,
      theme,
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

/** Emits `checkoutReady` whenever the usable method changes. */
function publishCheckoutReady({ checkout, wallet }: Models, { page, effect }: Dependencies) {
  let lastPayload: WalletEvents['checkoutReady'] = { status: false, paymentMethod: null };
  effect(() => {
    const usable = wallet.view.value === 'CHECKOUT' ? checkout.usable.value : null;
    const payload = { status: usable !== null, paymentMethod: usable };
    if (JSON.stringify(payload) === JSON.stringify(lastPayload)) return;
    lastPayload = payload;
    page.emit({ name: 'checkoutReady', payload });
  });
}

/** How long a press counts, ms: for this long browsers let a click open a window. */
const PRESS_LIFE_MS = 5000;

/** Emits `expressPay` for a pressed button, after `choose` has told the page what its method needs. */
function publishExpress({ checkout }: Models, { page, effect }: Dependencies) {
  effect(() => {
    const paymentMethod = checkout.pressed.value;
    if (!paymentMethod) return;
    setTimeout(() => page.emit({ name: 'expressPay', payload: { paymentMethod } }));
    const end = setTimeout(checkout.expirePress, PRESS_LIFE_MS);
    return () => clearTimeout(end);
  });
}

/** Emits `ready` once settings and session are there, after the answers to the calls that set them. */
function publishReady({ wallet, session }: Models, { page, effect }: Dependencies) {
  let isTold = false;
  effect(() => {
    const isReady = wallet.status.value.name === 'ready' && session.status.value.name !== 'awaited';
    if (!isReady || isTold) return;
    isTold = true;
    setTimeout(() => page.emit({ name: 'ready', payload: {} }));
  });
}

/** Several keys in a row cause one measurement. */
const UNSEEN_PAUSE_MS = 100;

/** Browsers do not lay out a cross-site frame that is out of view, so no ResizeObserver runs; `publish` forces a layout. */
function watchUnseen(publish: () => void) {
  let pause = 0;
  new MutationObserver(() => {
    clearTimeout(pause);
    pause = window.setTimeout(publish, UNSEEN_PAUSE_MS);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

/** Tells the page the height at each change, and once the height at rest, with which its next load may begin. */
function publishHeight({ page, content, onceAtRest }: Dependencies) {
  let lastHeight = 0;
  const publish = (isAtRest?: true) => {
    const { height } = content.getBoundingClientRect();
    // A frame that the page hides has no layout.
    if (height === 0 || (height === lastHeight && !isAtRest)) return;
    lastHeight = height;
    page.resize(height, isAtRest);
  };
  new ResizeObserver(() => publish()).observe(content);
  watchUnseen(publish);
  onceAtRest(() => setTimeout(() => publish(true)));
}

/**
 * Stores for this tab's next load how many saved methods there are, by the frame's query: merchant, shop and language. It
 * never stores whose or which. The document's first script reads it before the form is painted.
 */
function rememberRows({ saved }: Models) {
  saved.status.subscribe((now) => {
    if (now.name !== 'listed' && now.name !== 'guest') return;
    const rows = now.name === 'listed' ? now.cards.length : 0;
    try {
      sessionStorage.setItem(location.search, String(rows || ''));
    } catch {
      // The browser denies frames storage: the form is open until the list is loaded.
    }
  });
}

/** How often the wallet asks what its place on the page looks like, ms. */
const LOOK_MS = 100;

/**
 * Asks again and again: no event tells of every rule, class, sheet, medium and transition that can change a page. A timer of the
 * page's own would keep an Angular application busy for ever.
 */
async function followPage({ wallet }: Models, page: Pick<FrameToPage, 'look'>) {
  for (;;) {
    wallet.setPage(await page.look());
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Publishes the state to the document, to the merchant's page, and to this tab's next load. */
export function publishState(models: Models, dependencies: Dependencies) {
  applyLook(models, dependencies);
  publishLook(models, dependencies);
  publishCheckoutReady(models, dependencies);
  publishExpress(models, dependencies);
  publishReady(models, dependencies);
  publishHeight(dependencies);
  rememberRows(models);
  // A page of an older release cannot tell.
  followPage(models, dependencies.page).catch(() => {});
}

import type { Provider } from 'embeddable-wallet';
import type { Sdk } from './checkout.ts';
import { menu, radios } from './choice-fields.ts';
import {
  baskets,
  chosen,
  everyMethod,
  locales,
  methods,
  modes,
  places,
  shoppers,
  type Theme,
  themes,
} from './choices.ts';
import { copyText } from './code.ts';
import { element } from './element.ts';
import { inspectorLinks } from './inspector-link.ts';
import { language } from './language.ts';
import { shopLook } from './look.ts';
import { scenarioButtons } from './scenarios.ts';
import { settingsCode } from './settings-code.ts';
import { type Mode, type Shopper, shop } from './shop-api.ts';
import { testCards } from './test-cards.ts';
import { timeline } from './timeline.ts';

export type DrawerSettings = {
  readonly shopper: Shopper;
  /** Undefined if the drawer may not name one: then the shop is no developer's. */
  readonly mode: Mode | undefined;
  readonly locale: string;
  readonly theme: Theme;
  /** Providers' methods to offer even if this device cannot use them. */
  readonly available: Provider[];
  /** Methods that are buttons above the others. */
  readonly express: Provider[];
  readonly layout: 'accordion' | 'tabs';
};

type Dependencies = {
  readonly onShopperChange: () => void;
  /** The page's wallet, whose language and theme the drawer changes while it is open. */
  readonly wallet?: Pick<Sdk['wallet'], 'setLocale' | 'setAppearance'>;
};

/** The same shop twice, and a page for developers. */
const pages = [
  ['/', 'Script tag'],
  ['/spa/', 'Single-page app'],
  ['/appearance', 'Appearance'],
] as const;

/** Fills the developer's drawer, which is no part of the shop and the same in both of its forms. */
export function mountDrawer(place: HTMLElement, { onShopperChange, wallet }: Dependencies): DrawerSettings {
  const namesMethod = place.dataset['namesMethod'] !== undefined;
  applyTheme();
  const wide = matchMedia('(min-width: 64rem)').matches;
  place.append(
    element(
      'details',
      wide ? { open: '' } : { toggle: showWhenOpen },
      element('summary', {}, element('h2', {}, 'Sandbox'), element('span', {}, 'Test cards only')),
      pageLinks(),
      scenarioButtons(),
      radios(shoppers, onShopperChange),
      radios(baskets, () => location.reload()),
      ...(namesMethod ? [radios(modes, () => {})] : []),
      radios(methods, onShopperChange),
      radios(places, onShopperChange),
      ...(wallet ? walletMenus(wallet) : []),
      settingsCode(() => drawer),
      timeline(),
      cardList(),
      serviceLinks(),
    ),
  );
  const drawer: DrawerSettings = {
    get shopper() {
      return chosen(shoppers);
    },
    get mode() {
      return namesMethod ? chosen(modes) : undefined;
    },
    get available() {
      return chosen(methods) === 'all' ? everyMethod : [];
    },
    get express() {
      return expressOf[chosen(places)] ?? [];
    },
    get layout() {
      return chosen(places) === 'tabs' ? 'tabs' : 'accordion';
    },
    get locale() {
      return chosenLocale();
    },
    get theme() {
      return chosen(themes);
    },
  };
  return drawer;
}

/** On phones the drawer is below the page, where nobody would see it open. */
function showWhenOpen({ target }: Event) {
  if (target instanceof HTMLDetailsElement && target.open) target.scrollIntoView();
}

/** Which methods are buttons above the others. */
const expressOf: Readonly<Record<string, Provider[]>> = {
  express: ['applepay', 'googlepay'],
  paypal: ['paypal'],
};

/** Links to the service's documentation and inspector. */
function serviceLinks(): HTMLElement {
  const { baseUrl } = shop();
  const links = [
    ['/docs', 'API'],
    ['/docs/test-cards', 'All that the sandbox answers by'],
  ].map(([path, title]) =>
    element('a', { href: `${baseUrl}${path}`, target: '_blank', rel: 'noopener' }, `${title}`),
  );
  return element('nav', { 'aria-label': 'Service', class: 'service-links' }, ...links, ...inspectorLinks());
}

function chosenLocale(): string {
  const locale = chosen(locales);
  return locale === 'shop' ? language() : locale;
}

/** Menus that change the open wallet; what is typed stays. A failure is an event, which the timeline shows. */
function walletMenus({ setLocale, setAppearance }: NonNullable<Dependencies['wallet']>): HTMLElement[] {
  const ignore = () => {};
  return [
    menu(locales, () => setLocale(chosenLocale()).catch(ignore)),
    radios(themes, () => {
      applyTheme();
      setAppearance({ theme: chosen(themes), variables: shopLook }).catch(ignore);
    }),
  ];
}

/** The shop takes the wallet's theme: its colours are pairs of light and dark. */
function applyTheme() {
  document.documentElement.dataset['theme'] = chosen(themes);
}

function pageLinks(): HTMLElement {
  const [, at] = pages.map(([href]) => href).filter((href) => location.pathname.startsWith(href));
  const links = pages.map(([href, title]) =>
    element('a', href === (at ?? '/') ? { href, 'aria-current': 'true' } : { href }, title),
  );
  return element('nav', { 'aria-label': 'Integration', class: 'segments' }, ...links);
}

function cardList(): HTMLElement {
  const status = element('p', { role: 'status', class: 'visually-hidden' });
  const groups = testCards.flatMap(({ title, cards }) => [
    element('h4', {}, title),
    element(
      'ul',
      {},
      ...cards.map(([number, meaning]) => element('li', {}, copyButton(number, meaning, status))),
    ),
  ]);
  const hint = element('p', {}, 'Press one to copy it. Any later date and any code go with it.');
  return element('section', { class: 'cards' }, element('h3', {}, 'Test cards'), hint, ...groups, status);
}

function copyButton(number: string, meaning: string, status: HTMLElement): HTMLElement {
  const copy = async () => {
    const { isCopied, message } = await copyText(number);
    status.textContent = isCopied ? `${message} ${number}` : message;
    if (!isCopied) return;
    button.dataset['copied'] = '';
    setTimeout(() => delete button.dataset['copied'], 1200);
  };
  const button = element(
    'button',
    { type: 'button', click: copy },
    element('code', {}, number),
    element('span', {}, meaning),
  );
  return button;
}

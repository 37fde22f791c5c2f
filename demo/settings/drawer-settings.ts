import type { Locale, Provider } from 'embeddable-wallet';
import type { Language } from '../texts/page-texts.ts';
import {
  chosenIn,
  type DrawerChoice,
  everyMethod,
  locales,
  type Mode,
  methods,
  modes,
  places,
  type Shopper,
  shoppers,
  type Theme,
  themes,
} from './choices.ts';

export type DrawerSettings = {
  readonly shopper: Shopper;
  /** Undefined if the drawer may not name one: then the shop is no developer's. */
  readonly mode: Mode | undefined;
  readonly locale: Locale;
  readonly theme: Theme;
  /** Providers' methods to offer even if this device cannot use them. */
  readonly available: Provider[];
  /** Methods that are buttons above the others. */
  readonly express: Provider[];
  readonly layout: 'accordion' | 'tabs';
};

const expressOf: Readonly<Record<string, Provider[]>> = {
  express: ['applepay', 'googlepay'],
  paypal: ['paypal'],
};

type Visit = {
  readonly cookies: string;
  /** Of the page. */
  readonly language: Language;
  readonly drawerNamesMethod: boolean;
};

/** What the developer's drawer says by now. */
export function drawerSettings({ cookies, language, drawerNamesMethod }: Visit): DrawerSettings {
  const chosen = <Value extends string>(choice: DrawerChoice<Value>) => chosenIn(cookies, choice);
  const [locale, place] = [chosen(locales), chosen(places)];
  return {
    shopper: chosen(shoppers),
    mode: drawerNamesMethod ? chosen(modes) : undefined,
    locale: locale === 'shop' ? language : locale,
    theme: chosen(themes),
    available: chosen(methods) === 'all' ? everyMethod : [],
    express: expressOf[place] ?? [],
    layout: place === 'tabs' ? 'tabs' : 'accordion',
  };
}

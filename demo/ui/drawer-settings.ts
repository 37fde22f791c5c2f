import type { Locale, Provider } from 'embeddable-wallet';
import {
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
import { language } from './language.ts';
import { type Mode, type Shopper, shop } from './shop-api.ts';

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

/** What the developer's drawer says by now. */
export function drawerSettings(): DrawerSettings {
  const [locale, place] = [chosen(locales), chosen(places)];
  return {
    shopper: chosen(shoppers),
    mode: shop().drawerNamesMethod ? chosen(modes) : undefined,
    locale: locale === 'shop' ? language() : locale,
    theme: chosen(themes),
    available: chosen(methods) === 'all' ? everyMethod : [],
    express: expressOf[place] ?? [],
    layout: place === 'tabs' ? 'tabs' : 'accordion',
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { walletFrame } from 'embeddable-wallet/server';
import type { Context } from 'hono';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { CardsLayout, CheckoutLayout } from '../layouts/WalletLayouts.tsx';
import { type DrawerSettings, drawerSettings } from '../settings/drawer-settings.ts';
import { walletSettings } from '../settings/wallet-settings.ts';
import { type Language, type TextKey, textIn } from '../texts/page-texts.ts';
import type { Config } from './config.ts';
import { languageOf } from './language.ts';
import type { Shop } from './shop.ts';
import { shopperOf } from './shopper.ts';

/** How long a page waits for the session whose hint says how high its wallet will be. */
const HINT_MS = 500;

export type Visit = {
  readonly shopper: string;
  readonly language: Language;
  /** Of the shop, without the app's base. */
  readonly path: string;
  readonly origin: string;
  readonly settings: DrawerSettings;
};

/** Who asks for which page, in which language and look. */
export function visitOf(
  c: Context,
  { path, drawerNamesMethod }: { readonly path: string; readonly drawerNamesMethod: boolean },
): Visit {
  const language = languageOf(c);
  const settings = drawerSettings({ cookies: c.req.header('cookie') ?? '', language, drawerNamesMethod });
  return { shopper: shopperOf(c), language, path, origin: new URL(c.req.url).origin, settings };
}

/** The view of a page that shows a wallet, with the wallet's frame in it; of all other pages it is empty. */
export async function walletView(
  { shopper, language, path, origin, settings: chosen }: Visit,
  { shop: { sessions }, config }: { readonly shop: Shop; readonly config: Config },
): Promise<string> {
  const { baseUrl, publishableKey, merchantId } = config;
  const isCards = path === '/cards';
  if (!isCards && path.length > 1) return '';
  const view = isCards ? 'MANAGE' : 'CHECKOUT';
  const settings = { ...walletSettings(chosen, merchantId), view } as const;
  // Without a session the frame is as high as the form, and the page asks again.
  const session = sessions.prepare(shopper, chosen.shopper).catch(() => undefined);
  const hint = (await Promise.race([session, wait(HINT_MS)]))?.hint;
  const theme = { pageTheme: chosen.theme, styles: 'none' } as const;
  const frame = walletFrame({ baseUrl, publishableKey, origin, settings, hint, ...theme });
  const Layout = isCards ? CardsLayout : CheckoutLayout;
  const text = (key: TextKey) => textIn(language, key);
  return renderToString(h(Layout, { text, frame }));
}

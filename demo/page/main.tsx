import type { Sdk } from '../ui/checkout.ts';
import { mountShop, type WalletHost } from '../views/mount-shop.ts';
import { ShopView } from '../views/ShopView.tsx';

declare global {
  interface Window {
    /** Set by the script tag; missing when the script could not be loaded. */
    readonly sdk?: Sdk;
  }
}

/** The shop by script tag: each address is a page load. */
function Page(host: WalletHost) {
  return <ShopView host={host} path={location.pathname} go={(path) => location.assign(path)} />;
}

// For developers alone, who can wait for it.
const isAppearance = location.pathname === '/appearance';
const View = isAppearance ? (await import('../appearance/AppearancePage.tsx')).AppearancePage : Page;

// Back from the order: that cart is paid.
if (location.pathname === '/')
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

mountShop(View, { sdk: window.sdk, hasOwnLook: isAppearance });

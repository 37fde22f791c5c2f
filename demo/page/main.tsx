import type { Sdk } from '../ui/checkout.ts';
import { mountShop } from '../views/mount-shop.ts';
import { ShopView } from '../views/ShopView.tsx';

declare global {
  interface Window {
    /** Set by the script tag; missing when the script could not be loaded. */
    readonly sdk?: Sdk;
  }
}

// For developers alone, who can wait for it.
const isAppearance = location.pathname === '/appearance';
const View = isAppearance ? (await import('../appearance/AppearancePage.tsx')).AppearancePage : ShopView;

// Back from the order: that cart is paid.
if (location.pathname === '/')
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

mountShop(View, window.sdk);

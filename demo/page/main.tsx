import type { Sdk } from '../ui/checkout.ts';
import { CardsView } from '../views/CardsView.tsx';
import { mountShop, type WalletHost } from '../views/mount-shop.ts';
import { CheckoutPage } from './CheckoutPage.tsx';
import { OrderPage } from './OrderPage.tsx';
import { OrdersPage } from './OrdersPage.tsx';

declare global {
  interface Window {
    /** Set by the script tag; missing when the script could not be loaded. */
    readonly sdk?: Sdk;
  }
}

/** The shop by script tag: pages with addresses of their own. */
const [, section = '', orderId] = location.pathname.split('/');

function Page(host: WalletHost) {
  if (section === 'orders') return orderId ? <OrderPage id={orderId} /> : <OrdersPage />;
  return section === 'cards' ? <CardsView {...host} /> : <CheckoutPage {...host} />;
}

// For developers alone, who can wait for it.
const View = section === 'appearance' ? (await import('./AppearancePage.tsx')).AppearancePage : Page;

// Back from the order: that cart is paid.
if (section === '') addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

mountShop(View, { sdk: window.sdk, showsWallet: ['', 'cards'].includes(section) });

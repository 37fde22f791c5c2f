import { sdk } from 'embeddable-wallet';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { mountShop, type WalletHost } from '../views/mount-shop.ts';
import { ShopView } from '../views/ShopView.tsx';
import { useChange } from '../views/use-change.ts';

/** Addresses that this app routes; all others load a page. */
const routed = /^\/spa(?:\/|$)/;

/** The same shop as a single-page app: the SDK is imported, and views change without a page load. */
function App(host: WalletHost) {
  return (
    <LocationProvider scope={routed}>
      <Route {...host} />
    </LocationProvider>
  );
}

/** Each view creates its wallet on mount and destroys it on unmount. */
function Route(host: WalletHost) {
  const { path, route } = useLocation();
  // Screen readers announce a new view by this; the first one they announce by themselves.
  useChange(path, () => {
    scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  });
  return <ShopView {...host} path={path} go={route} />;
}

mountShop(App, sdk);

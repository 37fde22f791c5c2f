import { sdk } from 'embeddable-wallet';
import { useEffect, useRef } from 'preact/hooks';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { mountShop, type WalletHost } from '../views/mount-shop.ts';
import { ShopView } from '../views/ShopView.tsx';

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
  useFocusOnNewView(path);
  return <ShopView host={host} path={path} go={route} />;
}

/** Moves the focus to each new view but the first, so that screen readers announce it. */
function useFocusOnNewView(path: string) {
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}

mountShop(App, { sdk });

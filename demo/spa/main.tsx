import { sdk } from 'embeddable-wallet';
import { useEffect, useRef } from 'preact/hooks';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { CardsView } from '../views/CardsView.tsx';
import { markCurrentLink, mountShop, type WalletHost } from '../views/mount-shop.ts';
import { Problem } from '../views/Problem.tsx';
import { useCart } from '../views/use-cart.ts';
import { CartRoute, CheckoutRoute, OrderRoute } from './Routes.tsx';

/** The shop's other pages, and its service, are loaded. */
const ownAddresses = /^\/spa(?:\/|$)/;

/** The same shop as a single-page app: the SDK is imported, and views come and go without a page load. */
function App(host: WalletHost) {
  return (
    <LocationProvider scope={ownAddresses}>
      <CurrentRoute {...host} />
    </LocationProvider>
  );
}

/** Its wallet is made when it comes, and destroyed when it goes. */
function CurrentRoute(host: WalletHost) {
  const { path, route } = useLocation();
  const { cart, problem, change } = useCart(path);
  useAnnouncement(path);
  const [, , section, orderId] = path.split('/');
  const view = () => {
    if (section === 'orders' && orderId) return <OrderRoute id={orderId} />;
    if (section === 'cards') return <CardsView {...host} />;
    if (section === 'cart') return <CartRoute cart={cart} onChange={change} />;
    return cart && <CheckoutRoute host={host} cart={cart} onOrder={({ id }) => route(`/spa/orders/${id}`)} />;
  };
  return (
    <>
      {view()}
      <Problem text={problem} />
    </>
  );
}

/** A screen reader is told of a new view by the focus; of the first one the page load told it. */
function useAnnouncement(path: string) {
  const isFirst = useRef(true);
  useEffect(() => {
    markCurrentLink(path);
    if (!isFirst.current) {
      scrollTo(0, 0);
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [path]);
}

mountShop(App, { sdk });

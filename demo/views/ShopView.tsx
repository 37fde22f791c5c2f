import { useEffect } from 'preact/hooks';
import { shop } from '../ui/shop-api.ts';
import { CardsView } from './CardsView.tsx';
import { CheckoutView } from './CheckoutView.tsx';
import type { WalletHost } from './mount-shop.ts';
import { OrdersView } from './OrdersView.tsx';
import { OrderView } from './OrderView.tsx';

type Props = {
  readonly host: WalletHost;
  readonly path: string;
  /** Goes to another path. */
  readonly go: (path: string) => void;
};

/** The view at a path. A page load or a router brings the shopper to the next one. */
export function ShopView({ host, path, go }: Props) {
  const { base } = shop();
  const [, section, orderId] = path.slice(base.length).split('/');
  useEffect(() => markCurrentLink(path), [path]);
  if (section === 'orders') return orderId ? <OrderView key={orderId} id={orderId} /> : <OrdersView />;
  if (section === 'cards') return <CardsView {...host} />;
  return <CheckoutView host={host} onOrder={({ id }) => go(`${base}/orders/${id}`)} />;
}

/** Marks the link of the navigation that leads to `path`. */
function markCurrentLink(path: string): void {
  const bare = (written: string) => written.replace(/\/$/, '');
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.top nav a')) {
    if (bare(link.pathname) === bare(path)) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

import { useEffect } from 'preact/hooks';
import { CardsLayout } from '../layouts/WalletLayouts.tsx';
import { text } from '../ui/language.ts';
import { shop } from '../ui/shop-api.ts';
import { CheckoutView } from './CheckoutView.tsx';
import type { WalletHost } from './mount-shop.ts';
import { OrdersView } from './OrdersView.tsx';
import { OrderView } from './OrderView.tsx';
import { useWallet } from './use-wallet.ts';

type Props = WalletHost & { readonly path?: string; readonly go?: (path: string) => void };

/** The view at a path. Where no router says otherwise, that is the page's, and a page load brings the shopper to the next. */
export function ShopView({ path = location.pathname, go = (next) => location.assign(next), ...host }: Props) {
  const { base } = shop();
  const [, section, orderId] = path.slice(base.length).split('/');
  useEffect(() => markCurrentLink(path), [path]);
  if (section === 'orders') return orderId ? <OrderView key={orderId} id={orderId} /> : <OrdersView />;
  if (section === 'cards') return <CardsView {...host} />;
  return <CheckoutView host={host} onOrder={({ id }) => go(`${base}/orders/${id}`)} />;
}

/** The wallet as part of the shopper's account. */
function CardsView(host: WalletHost) {
  const { problem } = useWallet(host, 'MANAGE');
  return <CardsLayout text={text} problem={problem} />;
}

/** Marks the link of the navigation that leads to `path`. */
function markCurrentLink(path: string): void {
  const bare = (written: string) => written.replace(/\/$/, '');
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.top nav a'))
    link.ariaCurrent = bare(link.pathname) === bare(path) ? 'page' : null;
}

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Sandbox } from '../ui/sandbox.ts';
import { type Cart, getCart, type Shopper, setQuantity } from '../ui/shop-api.ts';
import { CartView } from './CartView.tsx';
import { CheckoutView } from './CheckoutView.tsx';
import { OrderView } from './OrderView.tsx';
import { Link, usePath } from './router.tsx';

const links = [
  ['/spa/cart', 'Cart'],
  ['/spa/', 'Checkout'],
] as const;

export function App({ sandbox, shopper }: { sandbox: Sandbox; shopper: Shopper }) {
  const path = usePath();
  return (
    <>
      <header class="top">
        <Link class="brand" href="/spa/">
          Morrow Coffee
        </Link>
        <nav aria-label="Shop">
          {links.map(([href, title]) => (
            <Link key={href} href={href} aria-current={path === href ? 'page' : undefined}>
              {title}
            </Link>
          ))}
          <a href="/orders">Your orders</a>
        </nav>
      </header>
      <Route path={path} sandbox={sandbox} shopper={shopper} />
    </>
  );
}

type RouteProps = { path: string; sandbox: Sandbox; shopper: Shopper };

function Route({ path, sandbox, shopper }: RouteProps) {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const { cart, change } = useCart(path);
  // A reader of screens is told of the new view; the page load told of the first one.
  useEffect(() => {
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [path]);
  const orderId = path.match(/^\/spa\/orders\/(.+)$/)?.[1];
  return (
    <main ref={main} tabIndex={-1}>
      {orderId ? (
        <OrderView id={orderId} />
      ) : path === '/spa/cart' ? (
        <CartView cart={cart} onChange={change} />
      ) : (
        cart && <CheckoutView key={shopper} cart={cart} sandbox={sandbox} />
      )}
    </main>
  );
}

/** The cart as the backend has it, asked for again in every view. */
function useCart(path: string) {
  const [cart, setCart] = useState<Cart>();
  useEffect(() => {
    getCart().then(setCart, console.error);
  }, [path]);
  const change = (product: string, quantity: number) => {
    setQuantity(product, quantity).then(setCart, console.error);
  };
  return { cart, change };
}

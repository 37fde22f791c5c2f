import { useEffect, useRef, useState } from 'preact/hooks';
import { problemText } from '../ui/checkout.ts';
import { language } from '../ui/language.ts';
import type { Sandbox } from '../ui/sandbox.ts';
import { type Cart, getCartToPay, type Shopper, setQuantity } from '../ui/shop-api.ts';
import { CardsView } from './CardsView.tsx';
import { CartView } from './CartView.tsx';
import { CheckoutView } from './CheckoutView.tsx';
import { OrderView } from './OrderView.tsx';

type RouteProps = { path: string; sandbox: Sandbox; shopper: Shopper };

export function Route({ path, sandbox, shopper }: RouteProps) {
  const main = useFocusOnChange(path);
  const { cart, problem, change } = useCart(path);
  const orderId = path.match(/^\/spa\/orders\/(.+)$/)?.[1];
  return (
    <main id="main" ref={main} tabIndex={-1}>
      {orderId ? (
        <OrderView id={orderId} />
      ) : path === '/spa/cart' ? (
        <CartView cart={cart} onChange={change} />
      ) : path === '/spa/cards' ? (
        <CardsView key={shopper} sandbox={sandbox} />
      ) : (
        cart && <CheckoutView key={shopper} cart={cart} sandbox={sandbox} />
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
    </main>
  );
}

/** A screen reader is told of a new view by the focus; of the first one the page load told it. */
function useFocusOnChange(path: string) {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) {
      scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [path]);
  return main;
}

/** The cart as the backend has it, asked for anew in every view and language: an order may have emptied it. */
function useCart(path: string) {
  const [answer, setAnswer] = useState<{ path: string; cart: Cart }>();
  const [problem, setProblem] = useState('');
  const take = (answered: Promise<Cart>) => {
    answered.then(
      (cart) => {
        setAnswer({ path, cart });
        setProblem('');
      },
      (error) => setProblem(problemText(error)),
    );
  };
  const spoken = language();
  useEffect(() => {
    take(getCartToPay());
  }, [path, spoken]);
  return {
    cart: answer?.path === path ? answer.cart : undefined,
    problem,
    change: (product: string, quantity: number) => take(setQuantity(product, quantity)),
  };
}

import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { Route, Router, useLocation } from 'preact-iso/router';
import { problemText } from '../ui/checkout.ts';
import { language } from '../ui/language.ts';
import type { Sandbox } from '../ui/sandbox.ts';
import { type Cart, getCartToPay, type Shopper, setQuantity } from '../ui/shop-api.ts';
import { CardsView } from './CardsView.tsx';
import { CartView } from './CartView.tsx';
import { CheckoutView } from './CheckoutView.tsx';
import { OrderView } from './OrderView.tsx';

type Shown = { readonly sandbox: Sandbox; readonly shopper: Shopper };
type WithCart = Shown & Pick<ReturnType<typeof useCart>, 'cart' | 'change'>;

const Around = createContext<WithCart | undefined>(undefined);

export function Views({ sandbox, shopper }: Shown) {
  const { path } = useLocation();
  const main = useFocusOnChange(path);
  const { cart, problem, change } = useCart(path);
  return (
    <main id="main" ref={main} tabIndex={-1}>
      <Around.Provider value={{ sandbox, shopper, cart, change }}>
        <Router>
          <Route path="/spa/orders/:id" component={Order} />
          <Route path="/spa/cart" component={InCart} />
          <Route path="/spa/cards" component={Cards} />
          <Route default component={Checkout} />
        </Router>
      </Around.Provider>
      <p class="problem" role="alert">
        {problem}
      </p>
    </main>
  );
}

const Order = ({ params }: { params: { id: string } }) => <OrderView id={params.id} />;

function InCart() {
  const { cart, change } = useAround();
  return <CartView cart={cart} onChange={change} />;
}

function Cards() {
  const { sandbox, shopper } = useAround();
  return <CardsView key={shopper} sandbox={sandbox} />;
}

function Checkout() {
  const { cart, sandbox, shopper } = useAround();
  return cart && <CheckoutView key={shopper} cart={cart} sandbox={sandbox} />;
}

function useAround(): WithCart {
  const around = useContext(Around);
  if (!around) throw new Error('Showing a view failed: found nothing around it');
  return around;
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

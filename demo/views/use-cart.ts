import { useLayoutEffect, useState } from 'preact/hooks';
import { problemText } from '../ui/checkout.ts';
import { language } from '../ui/language.ts';
import { type Cart, getCartToPay, setQuantity } from '../ui/shop-api.ts';

/** The cart as the backend has it, read anew at each path and in each language: an order may have emptied it. */
export function useCart(path: string) {
  const [answer, setAnswer] = useState<{ path: string; cart: Cart }>();
  const [problem, setProblem] = useState('');
  const read = (request: Promise<Cart>) => {
    setProblem('');
    request.then(
      (cart) => setAnswer({ path, cart }),
      (error) => setProblem(problemText(error)),
    );
  };
  const spoken = language();
  useLayoutEffect(() => read(getCartToPay()), [path, spoken]);
  return {
    cart: answer?.path === path ? answer.cart : undefined,
    problem,
    change: (product: string, quantity: number) => read(setQuantity(product, quantity)),
  };
}

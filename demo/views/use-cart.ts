import { useRef } from 'preact/hooks';
import { type Cart, getCartToPay, setQuantity } from '../ui/shop-api.ts';
import { useAnswer } from './use-answer.ts';

/** The most of one product in a cart. */
export const MOST = 9;

/** The cart as the backend has it. Changes are made one after another, each to the cart that the one before has left. */
export function useCart() {
  const { answer: cart, problem, read } = useAnswer(getCartToPay);
  const changed = useRef<Promise<Cart | undefined>>(Promise.resolve(undefined));
  /** Adds `by` pieces of a product. */
  const change = (product: string, by: number) => {
    const before = changed.current;
    const request = before.then((last) => {
      const { quantity = 0 } = (last ?? cart)?.lines.find((line) => line.product === product) ?? {};
      return setQuantity(product, Math.min(Math.max(quantity + by, 0), MOST));
    });
    changed.current = request.catch(() => before);
    return read(request);
  };
  return { cart, problem, change };
}

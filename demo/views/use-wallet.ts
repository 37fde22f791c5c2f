import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { detailsOf, followLanguage, openWallet, problemText } from '../ui/checkout.ts';
import type { Cart } from '../ui/shop-api.ts';
import type { WalletHost } from './mount-shop.ts';

/** A checkout opens its wallet once there is a cart to pay. */
type Purpose = { readonly view: 'CHECKOUT'; readonly cart: Cart | undefined } | { readonly view: 'MANAGE' };

/** A wallet in `#wallet` for as long as the view that calls this stands. */
export function useWallet({ sdk, sandbox, opening }: WalletHost, purpose: Purpose) {
  const opened = useRef(Promise.resolve(false));
  const [problem, setProblem] = useState('');
  const fail = (error: unknown) => setProblem(problemText(error));
  const cart = purpose.view === 'CHECKOUT' ? purpose.cart : undefined;
  const isReady = purpose.view === 'MANAGE' || cart !== undefined;
  // Before the next picture, as the frame takes longest.
  useLayoutEffect(() => {
    if (!isReady) return undefined;
    if (!sdk) return fail(new Error('the script tag did not load'));
    let isCurrent = true;
    const stops = [
      followLanguage(sdk, () => sandbox),
      // Also by the wallet's own "Try again".
      sdk.wallet.on('init', () => {
        setProblem('');
        opened.current = Promise.resolve(true);
      }),
    ];
    setProblem('');
    opened.current = openWallet(sdk, { as: sandbox, container: '#wallet', ...(cart && { cart }) }).then(
      () => true,
      (error) => {
        if (isCurrent) fail(error);
        return false;
      },
    );
    return () => {
      isCurrent = false;
      for (const stop of stops) stop();
      sdk.wallet.destroy().catch(() => {});
    };
  }, [opening, isReady]);
  useChangedAmount(cart, async (changed) => {
    // One that does not open is opened anew with the cart of then.
    if (await opened.current) await sdk?.wallet.setPaymentDetails(detailsOf(changed)).catch(fail);
  });
  return { problem, opened: () => opened.current };
}

/** Calls `tell` whenever the cart costs something else than before. */
function useChangedAmount(cart: Cart | undefined, tell: (cart: Cart) => void): void {
  const last = useRef(cart?.amount);
  useLayoutEffect(() => {
    if (cart && last.current && last.current !== cart.amount) tell(cart);
    last.current = cart?.amount;
  }, [cart?.amount]);
}

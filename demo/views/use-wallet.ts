import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { detailsOf, followLanguage, openWallet, problemText } from '../ui/checkout.ts';
import type { Cart } from '../ui/shop-api.ts';
import type { WalletHost } from './mount-shop.ts';

/** A checkout opens its wallet once there is a cart to pay. */
type Purpose = { readonly view: 'CHECKOUT'; readonly cart: Cart | undefined } | { readonly view: 'MANAGE' };

/** Keeps a wallet in `#wallet` while the calling view is mounted. */
export function useWallet({ sdk, drawer, opening }: WalletHost, purpose: Purpose) {
  const opened = useRef(Promise.resolve(false));
  const [problem, setProblem] = useState('');
  const fail = (error: unknown) => setProblem(problemText(error));
  const cart = purpose.view === 'CHECKOUT' ? purpose.cart : undefined;
  const isReady = purpose.view === 'MANAGE' || cart !== undefined;
  // In a layout effect, because the frame takes longest to load.
  useLayoutEffect(() => {
    if (!isReady) return undefined;
    if (!sdk) return fail(new Error('the script tag did not load'));
    let isCurrent = true;
    const stops = [
      followLanguage(sdk, () => drawer),
      // Also by the wallet's own "Try again".
      sdk.wallet.on('init', () => {
        setProblem('');
        opened.current = Promise.resolve(true);
      }),
    ];
    setProblem('');
    opened.current = openWallet(sdk, { as: drawer, container: '#wallet', ...(cart && { cart }) }).then(
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
    // A wallet that failed to open is reopened later with the cart of that time.
    if (await opened.current) await sdk?.wallet.setPaymentDetails(detailsOf(changed)).catch(fail);
  });
  return { problem, opened: () => opened.current };
}

/** Calls `tell` when the cart's amount has changed. */
function useChangedAmount(cart: Cart | undefined, tell: (cart: Cart) => void): void {
  const last = useRef(cart?.amount);
  useLayoutEffect(() => {
    if (cart && last.current && last.current !== cart.amount) tell(cart);
    last.current = cart?.amount;
  }, [cart?.amount]);
}

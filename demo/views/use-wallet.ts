import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { shopLook } from '../settings/look.ts';
import { detailsOf, openWallet, problemText } from '../ui/checkout.ts';
import type { Cart } from '../ui/shop-api.ts';
import type { WalletHost } from './mount-shop.ts';
import { useChange } from './use-change.ts';

/** Keeps a wallet in `#wallet` while the calling view is mounted: for a cart, once there is one, or for the saved cards. */
export function useWallet({ sdk, settings, opening }: WalletHost, purpose: Cart | 'MANAGE' | undefined) {
  const opened = useRef(Promise.resolve(false));
  const [problem, setProblem] = useState('');
  const fail = (error: unknown) => setProblem(problemText(error));
  const cart = purpose === 'MANAGE' ? undefined : purpose;
  const isReady = purpose !== undefined;
  // In a layout effect, because the frame takes longest to load.
  useLayoutEffect(() => {
    if (!isReady) return undefined;
    if (!sdk) return fail(new Error('the script tag did not load'));
    let isCurrent = true;
    // Also by the wallet's own "Try again".
    const stop = sdk.wallet.on('init', () => {
      setProblem('');
      opened.current = Promise.resolve(true);
    });
    setProblem('');
    opened.current = openWallet(sdk, { as: settings, container: '#wallet', ...(cart && { cart }) }).then(
      () => true,
      (error) => {
        if (isCurrent) fail(error);
        return false;
      },
    );
    return () => {
      isCurrent = false;
      stop();
      sdk.wallet.destroy().catch(() => {});
    };
  }, [opening, isReady]);
  // What is typed stays. A wallet that is not open yet refuses, and opens as it should; a failure is an event.
  const ignore = () => {};
  useChange(settings.locale, (locale) => sdk?.wallet.setLocale(locale).catch(ignore));
  useChange(settings.theme, (theme) =>
    sdk?.wallet.setAppearance({ theme, variables: shopLook }).catch(ignore),
  );
  useChange(cart?.amount, async () => {
    // A wallet that failed to open is reopened later with the cart of that time.
    if (cart && (await opened.current)) await sdk?.wallet.setPaymentDetails(detailsOf(cart)).catch(fail);
  });
  return { problem, opened: () => opened.current };
}

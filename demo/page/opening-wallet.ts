import { detailsOf, followLanguage, openWallet, type Sdk } from '../ui/checkout.ts';
import type { Sandbox } from '../ui/sandbox.ts';
import type { Cart } from '../ui/shop-api.ts';
import { say } from './say.ts';

declare global {
  interface Window {
    /** Set by the script tag; missing when the script could not be loaded. */
    readonly sdk?: Sdk;
  }
}

type OpeningWalletInput = { cart?: () => Cart; sandbox: () => Sandbox };

/** Opens the wallet, and another in its place when the shopper changes. */
export function openingWallet(sdk: Sdk, { cart, sandbox }: OpeningWalletInput) {
  let view = new AbortController();
  let opened = Promise.resolve(false);
  const open = async ({ signal }: AbortController) => {
    try {
      await sdk.wallet.destroy();
      const opening = { as: sandbox(), container: '#wallet' };
      await openWallet(sdk, cart ? { ...opening, cart: cart() } : opening);
      return true;
    } catch (error) {
      if (!signal.aborted) say(error);
      return false;
    }
  };
  followLanguage(sdk, sandbox);
  // Also by the wallet's own "Try again".
  sdk.wallet.on('init', () => {
    say();
    opened = Promise.resolve(true);
  });
  return {
    isOpen: () => opened,
    /** The amount at a provider is the wallet's. */
    async show(changed: Cart) {
      if (await opened) await sdk.wallet.setPaymentDetails(detailsOf(changed));
    },
    open() {
      say();
      view.abort();
      view = new AbortController();
      opened = open(view);
      return opened;
    },
  };
}

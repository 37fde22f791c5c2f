import { detailsOf, openWallet, type Sdk } from '../ui/checkout.ts';
import type { Sandbox } from '../ui/sandbox.ts';
import type { Cart, Session } from '../ui/shop-api.ts';
import { say } from './say.ts';

declare global {
  interface Window {
    /** Set by the script tag; missing when the script could not be loaded. */
    readonly sdk?: Sdk;
  }
}

/** Opens the wallet, and another in its place when the shopper changes. */
export function openingWallet(sdk: Sdk, { cart, sandbox }: { cart?: Cart; sandbox: () => Sandbox }) {
  let view = new AbortController();
  let opened = Promise.resolve(false);
  let session: Session | undefined;
  const open = async ({ signal }: AbortController) => {
    try {
      await sdk.wallet.destroy();
      session = await openWallet(sdk, { as: sandbox(), ...(cart && { cart }), container: '#wallet', signal });
      return true;
    } catch (error) {
      if (!signal.aborted) say(error);
      return false;
    }
  };
  // Also by the wallet's own "Try again".
  sdk.wallet.on('init', () => {
    say();
    opened = Promise.resolve(true);
  });
  return {
    isOpen: () => opened,
    orderId: () => session?.orderId ?? '',
    /** The amount at a provider is the wallet's. */
    async show(changed: Cart) {
      if (session) await sdk.wallet.setPaymentDetails(detailsOf(changed, session));
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

import { sdk } from 'embeddable-wallet';
import { useEffect } from 'preact/hooks';
import { followLanguage, onConfirmed, onProviderEnded, openWallet } from '../ui/checkout.ts';
import type { Sandbox } from '../ui/sandbox.ts';
import type { Cart, Order } from '../ui/shop-api.ts';

type Use = {
  readonly cart: Cart;
  readonly sandbox: Sandbox;
  /** Another number opens the wallet anew. */
  readonly attempt: number;
  /** Also by the wallet's own "Try again". */
  readonly onOpen: () => void;
  readonly onFailure: (error: unknown) => void;
  /** What the lookup says after the bank, or a provider, has asked the shopper. */
  readonly onVerified: (order: Promise<Order>) => void;
};

/** A wallet in `#wallet` for as long as the view that calls this stands. */
export function useWallet({ cart, sandbox, attempt, onOpen, onFailure, onVerified }: Use): void {
  useEffect(() => {
    const view = new AbortController();
    const { signal } = view;
    const stops = [
      sdk.wallet.on('init', onOpen),
      followLanguage(sdk, () => sandbox),
      onConfirmed(sdk, onVerified),
      onProviderEnded(sdk, { orderId: () => cart.orderId, finish: onVerified }),
    ];
    openWallet(sdk, { as: sandbox, cart, container: '#wallet' }).catch((error) => {
      if (!signal.aborted) onFailure(error);
    });
    return () => {
      view.abort();
      for (const stop of stops) stop();
      sdk.wallet.destroy().catch(onFailure);
    };
  }, [attempt]);
}

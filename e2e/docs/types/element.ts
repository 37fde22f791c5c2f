import type { WalletCheckoutElement } from 'embeddable-wallet/element';

/** Compiled, never run. */
export const valid = [
  (): WalletCheckoutElement => document.createElement('wallet-checkout'),
  async (checkout: WalletCheckoutElement): Promise<string | undefined> =>
    (await checkout.submit()).paymentMethod?.cc_token,
  (checkout: WalletCheckoutElement) => {
    checkout.refreshToken = async () => ({ refreshToken: 'rt', hint: 'guest' });
    checkout.appearance = { theme: 'dark' };
    return checkout.sdk.version;
  },
];

// @ts-expect-error the shopper chooses
document.createElement('wallet-checkout').paymentMethod = null;

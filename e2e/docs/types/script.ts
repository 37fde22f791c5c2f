import type {} from 'embeddable-wallet/global';

/** Compiled, never run: a page with the script tag, which finds `sdk` on `window` and as a name of its own. */
export const valid = [
  () => window.sdk.wallet.getPaymentMethod(),
  () => sdk.createSdk().auth.connect({ publishableKey: 'pk_1', refreshToken: 'rt' }),
  async (): Promise<string> => (await sdk.wallet.getPaymentMethod()).cc_token,
];

// @ts-expect-error a further SDK makes none
sdk.createSdk().createSdk();

import type { Provider } from '../forms/provider-names.ts';

/** Accounts need nothing of the device. A new provider compiles once it stands here or in the table. */
type OnAnyDevice = 'paypal' | 'amazonpay';

const NEEDS: Readonly<Record<string, string>> = {
  applepay: 'ApplePaySession',
  // Only secure pages have it.
  googlepay: 'PaymentRequest',
} satisfies Record<Exclude<Provider, OnAnyDevice>, string>;

/**
 * What `window` must have where a shopper can pay with a provider's method, by the provider's own rule; `self`, which every
 * window has, for a provider of any device or one that is not known here.
 */
export const deviceNeed = (method: string): string => NEEDS[method] ?? 'self';

import type { Provider } from '../forms/provider-names.ts';

/** Accounts need nothing of the device. A new provider compiles once it stands here or in the table. */
type OnAnyDevice = 'paypal' | 'amazonpay';

const NEEDS: Readonly<Record<string, string>> = {
  applepay: 'ApplePaySession',
  // Only secure pages have it.
  googlepay: 'PaymentRequest',
} satisfies Record<Exclude<Provider, OnAnyDevice>, string>;

/**
 * The property of `window` without which nobody can pay with a provider's method, by the provider's own rule. `self`, which
 * every window has, for a provider that needs none and for an unknown one.
 */
export const deviceNeed = (method: string): string => NEEDS[method] ?? 'self';

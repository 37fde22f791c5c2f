import type { Provider } from '../forms/provider-names.ts';

/**
 * What `window` must have on a device that can pay with a provider's method, by the provider's own rule. `self`, which every
 * window has: accounts need nothing of the device. The first script of the frame's document gets it from the build.
 */
export const PROVIDER_DEVICES = {
  applepay: 'ApplePaySession',
  // Only secure pages have it.
  googlepay: 'PaymentRequest',
  paypal: 'self',
  amazonpay: 'self',
} as const satisfies Record<Provider, 'ApplePaySession' | 'PaymentRequest' | 'self'>;

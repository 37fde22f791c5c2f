import type { Provider } from '../contract/forms/provider-names.ts';
import { deviceNeed } from '../contract/frame/provider-devices.ts';

declare global {
  /** Safari's. */
  var ApplePaySession: { canMakePayments(): boolean } | undefined;
}

/** Apple's rule: its session exists, and says that this device can pay. It throws where the page may not ask. */
function hasApplePay(): boolean {
  try {
    return globalThis.ApplePaySession?.canMakePayments() ?? false;
  } catch {
    return false;
  }
}

/** Whether this device and browser can pay with a provider's method, by the provider's own rule. */
export function canPay(method: Provider): boolean {
  return method === 'applepay' ? hasApplePay() : deviceNeed(method) in globalThis;
}

import type { Fingerprint } from '../../../contract/billing/payment-method.ts';

/** The shopper's browser as an issuer wants to know it. */
export const fingerprintOf = (walletSdkSessionId: string, ip: string): Fingerprint => ({
  walletSdkSessionId,
  ip,
  screenHeight: screen.height,
  timezoneOffset: new Date().getTimezoneOffset(),
  browserAgent: navigator.userAgent,
});

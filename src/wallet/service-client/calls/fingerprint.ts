import type { Fingerprint } from '../../../contract/billing/payment-method.ts';
import type { Models } from '../../models/models.ts';

/** Describes the shopper's browser for an issuer. `ip`: as the service sees it. Null outside the 3DS flow. */
export type FingerprintAt = (ip: string) => Fingerprint | null;

type Flow = {
  readonly wallet: Pick<Models['wallet'], 'isThreeDsFlow'>;
  readonly session: Pick<Models['session'], 'id'>;
};

/** Only in the 3DS flow does a payment method carry the browser's fingerprint. Rule: threeds/when. */
export function createFingerprint({ wallet, session }: Flow): FingerprintAt {
  return (ip) => {
    const walletSdkSessionId = wallet.isThreeDsFlow.peek() ? session.id.peek() : null;
    return walletSdkSessionId === null ? null : fingerprintOf(walletSdkSessionId, ip);
  };
}

const fingerprintOf = (walletSdkSessionId: string, ip: string): Fingerprint => ({
  walletSdkSessionId,
  ip,
  screenHeight: screen.height,
  timezoneOffset: new Date().getTimezoneOffset(),
  browserAgent: navigator.userAgent,
});

import type * as wallet from 'embeddable-wallet';
import type * as element from 'embeddable-wallet/element';
import type * as react from 'embeddable-wallet/react';
import type * as elementDouble from 'embeddable-wallet/testing/element';
import type * as reactDouble from 'embeddable-wallet/testing/react';
import { testToken, walletDouble } from 'embeddable-wallet/testing/react';
import type * as double from 'embeddable-wallet/testing/sdk';

/** Compiled, never run: each double has the names and the types of what it stands for, both ways. */
type Same<Real, Double> = Double extends Real
  ? Real extends Pick<Double, keyof Real & keyof Double>
    ? true
    : never
  : never;

export const same: [
  Same<typeof wallet, typeof double>,
  Same<typeof react, typeof reactDouble>,
  Same<typeof element, typeof elementDouble>,
] = [true, true, true];

export const valid = [
  (): Promise<void> => walletDouble().choose('visa'),
  (): Promise<void> => walletDouble(document.body).choose(null),
  (): Promise<void> => walletDouble().pressExpress('applepay'),
  (): void => walletDouble().refuseNext('getPaymentMethod', 'session_expired'),
  (): Promise<void> =>
    walletDouble().emit('paymentCompleted', { status: 'FAILURE', transaction_id: 't', method: 'paypal' }),
  (): string | undefined => walletDouble().payment_details?.amount,
  (): string => testToken({ refuses: 'origin_not_allowed' }),
  (details: double.PaymentDetails): wallet.PaymentDetails => details,
  (props: reactDouble.WalletProps): react.WalletProps => props,
];

export const refused = [
  // @ts-expect-error no such sample
  () => walletDouble().choose('vsia'),
  // @ts-expect-error no such code
  () => walletDouble().refuseNext('getPaymentMethod', 'refused'),
  // @ts-expect-error the payload of another event
  () => walletDouble().emit('checkoutReady', { status: 'SUCCESS' }),
];

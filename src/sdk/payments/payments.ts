import type { PaymentMethod } from '../../contract/billing/payment-method.ts';
import { SdkError } from '../base/sdk-error.ts';
import type { MountedWallet } from '../frame/mounted-wallet.ts';
import { createProviderWindow } from './provider-window.ts';

/** The two ways to pay; each opens a window before it first waits, where the chosen method needs one. */
export function createPayments(standing: (action: string) => MountedWallet) {
  const atProvider = createProviderWindow();

  async function getPaymentMethod(): Promise<PaymentMethod> {
    const wallet = standing('getPaymentMethod');
    const chosen = wallet.choice();
    const approved = chosen.use === 'alternative' && (await atProvider(wallet, chosen));
    return approved || wallet.call('getPaymentMethod');
  }

  async function makeInstantPayment(): Promise<void> {
    const wallet = standing('makeInstantPayment');
    const chosen = wallet.choice();
    if (chosen.use !== 'instant') throw new SdkError(chosen.refusal);
    await atProvider(wallet, chosen);
  }

  return { getPaymentMethod, makeInstantPayment };
}

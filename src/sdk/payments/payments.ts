import type { PaymentMethod } from '../../contract/billing/payment-method.ts';
import { SdkError } from '../base/sdk-error.ts';
import type { MountedWallet } from '../frame/mounted-wallet.ts';
import { createProviderWindow } from './provider-window.ts';

/** The two ways to pay. If the chosen method needs a window, each opens it before it first waits. */
export function createPayments(requireWallet: (action: string) => MountedWallet) {
  const askProvider = createProviderWindow();

  async function getPaymentMethod(): Promise<PaymentMethod> {
    const wallet = requireWallet('getPaymentMethod');
    const choice = wallet.choice;
    const paymentMethod = choice.use === 'alternative' && (await askProvider(wallet, choice));
    return paymentMethod || wallet.call('getPaymentMethod');
  }

  async function makeInstantPayment(): Promise<void> {
    const wallet = requireWallet('makeInstantPayment');
    const choice = wallet.choice;
    if (choice.use !== 'instant') throw new SdkError(choice.refusal);
    await askProvider(wallet, choice);
  }

  return { getPaymentMethod, makeInstantPayment };
}

import type { PaymentMethod } from '../../contract/billing/payment-method.ts';
import type { ProviderChoice } from '../../contract/frame/frame-calls.ts';
import { originOf } from '../base/base-url.ts';
import { sdkError } from '../base/sdk-error.ts';
import type { MountedWallet } from '../frame/mounted-wallet.ts';

const SIZE = 'width=480,height=760';

type ChosenMethod = Exclude<ProviderChoice, { use: null }>;

/**
 * Lets the shopper approve at the provider. It opens the window before it first waits, or the browser would block it. Concurrent calls
 * share one window, which shows the latest address. The service says how the payment ended; the frame asks it, and draws the dialog
 * that can open a closed window again.
 */
export function createProviderWindow() {
  let target: Window | null;
  let shownAddress: string | null;

  return async function pay(
    wallet: Pick<MountedWallet, 'call' | 'proceed'>,
    { use, opens }: ChosenMethod,
  ): Promise<PaymentMethod | null> {
    let address: string | null;
    const show = () => {
      // Only a web address: any other would run in the page itself.
      if (!target || !address || address === shownAddress || !originOf(address)) return;
      shownAddress = address;
      target.location.href = address;
    };
    const proceed = () => {
      if (!target || target.closed || target === window) {
        shownAddress = null;
        // `document.open` with three arguments is `window.open`, which pages replace.
        target = opens === 'window' ? document.open('', '', SIZE) : window;
      }
      if (!target) throw sdkError('popup_blocked', 'open: blocked, wanted a click');
      target.focus();
      show();
    };
    proceed();
    wallet.proceed = proceed;
    try {
      address = await wallet.call('startProvider', use);
      show();
      return await wallet.call('finishProvider');
    } finally {
      // Unless a later call has taken the window over.
      if (wallet.proceed === proceed) {
        wallet.proceed = undefined;
        if (target !== window) target?.close();
      }
    }
  };
}

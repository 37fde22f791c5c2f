import type { PaymentMethod } from '../../contract/billing/payment-method.ts';
import type { ProviderChoice } from '../../contract/frame/frame-calls.ts';
import type { ProceedKey } from '../../contract/frame/page-dialog.ts';
import { originOf } from '../base/base-url.ts';
import { sdkError } from '../base/sdk-error.ts';
import type { MountedWallet } from '../frame/mounted-wallet.ts';

const SIZE = 'width=480,height=760';
const PROCEED: ProceedKey = 'proceed';

type ChosenMethod = Exclude<ProviderChoice, { use: null }>;

/**
 * Has the chosen method's provider ask the shopper: runs to the opening of its window before it first waits, or the
 * browser would block it. Calls at the same time share one window, which shows what was asked for last. How it ends is the
 * service's word, which the frame asks for: a window that was closed comes back from the dialog that the frame has drawn.
 */
export function createProviderWindow() {
  let target: Window | null;
  let shown: string | null;

  return async (
    { call, onPress }: Pick<MountedWallet, 'call' | 'onPress'>,
    { use, opens }: ChosenMethod,
  ): Promise<PaymentMethod | null> => {
    let address: string | null;
    const show = () => {
      // An address that is none of the web would run in the page itself.
      if (!target || !address || address === shown || !originOf(address)) return;
      shown = address;
      target.location.href = address;
    };
    const proceed = () => {
      if (!target || target.closed || target === window) {
        shown = null;
        target = opens === 'window' ? document.open('', '', SIZE) : window;
      }
      if (!target) throw sdkError('popup_blocked', 'open: blocked, wanted a click');
      target.focus();
      show();
    };
    proceed();
    onPress[PROCEED] = proceed;
    try {
      address = await call('startProvider', use);
      show();
      return await call('finishProvider');
    } finally {
      // Unless a later call goes on with it.
      if (onPress[PROCEED] === proceed) {
        delete onPress[PROCEED];
        if (target !== window) target?.close();
      }
    }
  };
}

import type { Opens } from '../contract/instant-api.ts';
import type { PaymentMethod } from '../contract/payment-method.ts';
import type { MountedWallet } from './mounted-wallet.ts';
import { SdkError } from './sdk-error.ts';

const SIZE = 'width=480,height=760';
const LOOK_MS = 500;

/**
 * Has the chosen method's provider ask the shopper: runs to the opening of its window before it first waits, or the
 * browser would block it. Calls at the same time share one window, which shows what was asked for last. How it ends is the
 * service's word, which the frame asks for.
 */
export function createProviderWindow() {
  let target: Window | null;
  let shown: string | null;
  let last: number;

  return async (call: MountedWallet['call'], opens: Opens): Promise<PaymentMethod | null> => {
    if (!target || target.closed || target === window) {
      shown = null;
      target = opens === 'window' ? open('', '', SIZE) : window;
    }
    const opened = target;
    if (!opened) throw new SdkError({ code: 'popup_blocked', message: 'open: blocked, wanted a click' });
    opened.focus();
    const look = setInterval(() => {
      // Another may have been opened in its place; an isolated page sees every window as closed.
      if (opened.closed && target === opened && !crossOriginIsolated)
        call((frame) => frame.leaveProvider()).catch(() => {});
    }, LOOK_MS);
    last = look;
    try {
      const address = await call((frame) => frame.startProvider());
      if (address && address !== shown) {
        shown = address;
        opened.location.href = address;
      }
      return await call((frame) => frame.finishProvider());
    } finally {
      clearInterval(look);
      if (last === look && opened !== window) opened.close();
    }
  };
}

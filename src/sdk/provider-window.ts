import type { Opens } from '../contract/instant-api.ts';
import type { PaymentMethod } from '../contract/payment-method.ts';
import type { MountedWallet } from './mounted-wallet.ts';
import { SdkError } from './sdk-error.ts';

const SIZE = 'popup,width=480,height=760';
const LOOK_MS = 500;

/**
 * Has the chosen method's provider ask the shopper: runs to the opening of its window before it first waits, or the
 * browser would block it. Parallel calls share one window. How it ends is the service's word, which the frame asks for.
 */
export function createProviderWindow() {
  let target: Window | null;
  let running: Promise<PaymentMethod | null> | undefined;

  async function ask(call: MountedWallet['call'], opened: Window): Promise<PaymentMethod | null> {
    const look = setInterval(() => {
      if (opened.closed) call((frame) => frame.leaveProvider()).catch(() => {});
    }, LOOK_MS);
    try {
      const address = await call((frame) => frame.startProvider());
      if (address) opened.location.href = address;
      return await call((frame) => frame.finishProvider());
    } finally {
      clearInterval(look);
      running = undefined;
      if (opened !== window) opened.close();
    }
  }

  return async (call: MountedWallet['call'], opens: Opens): Promise<PaymentMethod | null> => {
    if (!running || target?.closed) {
      target = opens === 'window' ? open('', '', SIZE) : window;
      if (!target) throw new SdkError({ code: 'popup_blocked', message: 'open: blocked, wanted a click' });
      running = ask(call, target);
    }
    target?.focus();
    return running;
  };
}

import type { createProviderWindow as createRealWindow } from '../payments/provider-window.ts';

/** In place of `payments/provider-window.ts`: no window opens, and the double of the wallet says how the payment ends. */
export const createProviderWindow: typeof createRealWindow =
  () =>
  async ({ call }, { use }) => {
    await call('startProvider', use);
    return call('finishProvider');
  };

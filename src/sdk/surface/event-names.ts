import type { WalletEventName } from '../../contract/frame/events.ts';

/** As a table, so that the compiler finds a forgotten event. */
const NAMES: Record<WalletEventName, true> = {
  init: true,
  ready: true,
  expressPay: true,
  checkoutReady: true,
  paymentMethodAdded: true,
  paymentMethodRemoved: true,
  paymentCompleted: true,
  after3DsComplete: true,
  threeDsEnded: true,
  sessionExpired: true,
  error: true,
};

/** `Object.keys` forgets the names; the table is a constant and has no others. */
export const EVENT_NAMES = Object.keys(NAMES) as readonly WalletEventName[];

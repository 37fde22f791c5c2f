import type { WalletEventName } from '../../contract/frame/events.ts';

const NAMES = [
  'init',
  'ready',
  'expressPay',
  'checkoutReady',
  'paymentMethodAdded',
  'paymentMethodRemoved',
  'paymentCompleted',
  'after3DsComplete',
  'threeDsEnded',
  'sessionExpired',
  'error',
] as const;

type Forgotten = Exclude<WalletEventName, (typeof NAMES)[number]>;

/** All events. Its type refuses the list above where an event is missing. */
export const EVENT_NAMES: [Forgotten] extends [never] ? readonly WalletEventName[] : Forgotten = NAMES;

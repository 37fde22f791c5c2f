import type { CallbackRow } from '../tables/callbacks.ts';

/** What this process is sending, by id. */
export type InFlight = ReadonlyMap<string, CallbackRow>;

/** Attempts of this process at the same time. Rule: callbacks/fair-share. */
export const MAX_PER_RECEIVER = 4;
export const MAX_IN_FLIGHT = 50;

type Target = Pick<CallbackRow, 'accountId' | 'receiver'>;

/** Slots by account, and by account and receiver. */
export type TakenSlots = {
  inAll: number;
  readonly accounts: Map<string, number>;
  readonly receivers: Map<string, number>;
};

/**
 * An account may hold as many slots as are free. One account alone gets half of all, several get the same each, and one
 * slot is always left for an account that has none.
 */
export function isFull(taken: TakenSlots, target: Target): boolean {
  const ofAccount = taken.accounts.get(String(target.accountId)) ?? 0;
  const ofReceiver = taken.receivers.get(slotKey(target)) ?? 0;
  return ofAccount >= MAX_IN_FLIGHT - taken.inAll || ofReceiver >= MAX_PER_RECEIVER;
}

export function fullAccounts({ inAll, accounts }: TakenSlots): string[] {
  return [...accounts].filter(([, slots]) => slots >= MAX_IN_FLIGHT - inAll).map(([name]) => name);
}

export function fullReceivers({ receivers }: TakenSlots): string[] {
  return [...receivers].filter(([, slots]) => slots >= MAX_PER_RECEIVER).map(([name]) => name);
}

export function takenSlots(inFlight: InFlight): TakenSlots {
  const taken: TakenSlots = { inAll: 0, accounts: new Map(), receivers: new Map() };
  for (const callback of inFlight.values()) take(taken, callback);
  return taken;
}

export function take(taken: TakenSlots, target: Target) {
  const [account, receiver] = [String(target.accountId), slotKey(target)];
  taken.inAll += 1;
  taken.accounts.set(account, (taken.accounts.get(account) ?? 0) + 1);
  taken.receivers.set(receiver, (taken.receivers.get(receiver) ?? 0) + 1);
}

/** Per account: another account's receiver may be at the same host. */
const slotKey = ({ accountId, receiver }: Target) => `${accountId} ${receiver}`;

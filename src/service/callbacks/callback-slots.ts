import type { Config } from '../base/config.ts';
import type { CallbackRow, Lane } from '../tables/callbacks.ts';

/** What this process is sending, by id. */
export type InFlight = ReadonlyMap<string, CallbackRow>;

/** How many attempts of this process there may be at the same time. Rule: callbacks/fair-share. */
export type SlotLimits = Config['callbackSlots'];

/** How many of these slots a lane may hold. What lane `page` leaves is free for the backends. Rule: callbacks/lanes. */
function limitsOfLane(lane: Lane, { ofReceiver, inAll }: SlotLimits): SlotLimits {
  if (lane === 'backend') return { ofReceiver, inAll };
  return { ofReceiver: Math.ceil(ofReceiver / 2), inAll: Math.ceil(inAll * 0.4) };
}

type Target = Pick<CallbackRow, 'lane' | 'accountId' | 'receiver'>;

/** Slots in use: per lane, per account in a lane, per receiver of an account in a lane, and per receiver in both lanes. */
export type TakenSlots = {
  readonly limits: SlotLimits;
  inAll: number;
  readonly lanes: Map<string, number>;
  readonly accounts: Map<string, number>;
  readonly laneReceivers: Map<string, number>;
  readonly receivers: Map<string, number>;
};

/**
 * An account is full once it holds as many slots as the lane has free. So an account alone gets half of them, n accounts get
 * 1/(n+1) each, and one slot is always left for an account that has none.
 */
export function isFull(slots: TakenSlots, target: Target): boolean {
  const { lane } = target;
  return (
    ofKey(slots.accounts, accountKey(target)) >= freeSlots(slots, lane) ||
    ofKey(slots.laneReceivers, laneReceiverKey(target)) >= limitsOfLane(lane, slots.limits).ofReceiver ||
    ofKey(slots.receivers, receiverKey(target)) >= slots.limits.ofReceiver
  );
}

/** How many slots are free to a lane. */
function freeSlots({ inAll, lanes, limits }: TakenSlots, lane: Lane): number {
  return Math.min(limits.inAll - inAll, limitsOfLane(lane, limits).inAll - ofKey(lanes, lane));
}

export function takenSlots(inFlight: InFlight, limits: SlotLimits): TakenSlots {
  const slots: TakenSlots = {
    limits,
    inAll: 0,
    lanes: new Map(),
    accounts: new Map(),
    laneReceivers: new Map(),
    receivers: new Map(),
  };
  for (const callback of inFlight.values()) take(slots, callback);
  return slots;
}

export function take(slots: TakenSlots, target: Target) {
  slots.inAll += 1;
  add(slots.lanes, target.lane);
  add(slots.accounts, accountKey(target));
  add(slots.laneReceivers, laneReceiverKey(target));
  add(slots.receivers, receiverKey(target));
}

/** `<lane> <account>` of accounts whose slots are full. */
export function fullAccounts(slots: TakenSlots): string[] {
  return [...slots.accounts]
    .filter(([key, count]) => count >= freeSlots(slots, laneIn(key)))
    .map(([key]) => key);
}

/** `<lane> <account> <receiver>` of receivers whose slots are full. */
export function fullReceivers({ laneReceivers, receivers, limits }: TakenSlots): string[] {
  const inLane = [...laneReceivers].filter(
    ([key, count]) => count >= limitsOfLane(laneIn(key), limits).ofReceiver,
  );
  const inAll = [...receivers].filter(([, count]) => count >= limits.ofReceiver);
  return [...inLane.map(([key]) => key), ...inAll.flatMap(([key]) => [`backend ${key}`, `page ${key}`])];
}

const accountKey = ({ lane, accountId }: Target) => `${lane} ${accountId}`;
/** Per account: another account's receiver may be at the same host. */
const receiverKey = ({ accountId, receiver }: Target) => `${accountId} ${receiver}`;
const laneReceiverKey = (target: Target) => `${target.lane} ${receiverKey(target)}`;
const laneIn = (key: string): Lane => (key.startsWith('page ') ? 'page' : 'backend');

const ofKey = (slots: ReadonlyMap<string, number>, key: string) => slots.get(key) ?? 0;

function add(slots: Map<string, number>, key: string) {
  slots.set(key, ofKey(slots, key) + 1);
}

import type { MetadataEntry } from '../payments/metadata.ts';

/** What `sandbox_callback` does to a delivery. */
type CallbackSwitch = {
  /** First attempts that are lost on the way. */
  readonly drops: number;
  /** Copies that arrive beside every attempt. */
  readonly copies: number;
  readonly lateSeconds: number;
};

const KEY = 'sandbox_callback';
/** The most that each takes: attempts, copies, seconds. */
const MOST = { drop: 10, dup: 10, late: 86_400 } as const;
const STRAIGHT: CallbackSwitch = { drops: 0, copies: 0, lateSeconds: 0 };

export const CALLBACK_SWITCH_VALUES = `drop:n with n from 0 to ${MOST.drop}, dup:n with n from 0 to ${MOST.dup}, or late:seconds with 0 to ${MOST.late}`;

/** Undefined for a value that is none of `drop:n`, `dup:n` and `late:seconds`. */
export function parseCallbackSwitch(value: string): CallbackSwitch | undefined {
  const [, name, digits] = /^(drop|dup|late):(0|[1-9][0-9]{0,4})$/.exec(value) ?? [];
  const count = Number(digits);
  if (name === 'drop' && count <= MOST.drop) return { ...STRAIGHT, drops: count };
  if (name === 'dup' && count <= MOST.dup) return { ...STRAIGHT, copies: count };
  if (name === 'late' && count <= MOST.late) return { ...STRAIGHT, lateSeconds: count };
  return undefined;
}

export function callbackSwitchOf(metadata: readonly MetadataEntry[]): CallbackSwitch {
  const value = metadata.find(({ key }) => key === KEY)?.value;
  return (value === undefined ? undefined : parseCallbackSwitch(value)) ?? STRAIGHT;
}

import type { MetadataEntry } from '../billing/transaction-metadata.ts';

/** What `sandbox_callback` does to a delivery. Chosen: service.md 3.1. */
type CallbackSwitch = {
  /** First attempts that are lost on the way. */
  readonly drops: number;
  /** Copies that arrive beside every attempt. */
  readonly copies: number;
  readonly lateSeconds: number;
};

const KEY = 'sandbox_callback';
const MOST = 86_400;
const STRAIGHT: CallbackSwitch = { drops: 0, copies: 0, lateSeconds: 0 };

/** Undefined for a value that is none of `drop:n`, `dup:n` and `late:seconds`. */
export function parseCallbackSwitch(value: string): CallbackSwitch | undefined {
  const [, name, digits] = /^(drop|dup|late):(0|[1-9][0-9]{0,4})$/.exec(value) ?? [];
  const count = Number(digits);
  if (name === 'drop' && count <= 10) return { ...STRAIGHT, drops: count };
  if (name === 'dup' && count <= 10) return { ...STRAIGHT, copies: count };
  if (name === 'late' && count <= MOST) return { ...STRAIGHT, lateSeconds: count };
  return undefined;
}

export function callbackSwitchOf(metadata: readonly MetadataEntry[]): CallbackSwitch {
  const value = metadata.find(({ key }) => key === KEY)?.value;
  return (value === undefined ? undefined : parseCallbackSwitch(value)) ?? STRAIGHT;
}

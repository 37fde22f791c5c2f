import { TRANS_STATUSES } from '../../../contract/billing/trans-status.ts';
import type { CallbackDelivery, InvalidSwitch } from '../../base/processor/processor.ts';
import { RETURN_CODES } from './return-codes.ts';

type Metadata = readonly { readonly key: string; readonly value: string }[];

const AUTOPILOT = [...TRANS_STATUSES, 'cancel'].map((answer) => `auto:${answer}`);
const LONGEST_DELAY_MS = 30_000;
const RESULTS = ['00', ...Object.keys(RETURN_CODES).sort()];
const ADDRESS_CHECKS = ['U', 'Y', 'N', 'A', 'Z'];

type Switch = {
  /** In words, for the reference. */
  readonly effect: string;
  /** In words, what `takes` accepts. */
  readonly values: string;
  readonly takes: (value: string) => boolean;
};

/** The largest value of each: attempts, copies, seconds. */
const MAX_SWITCH_VALUES = { drop: 10, dup: 10, late: 86_400 } as const;
const UNDISTURBED: CallbackDelivery = { drops: 0, copies: 0, lateMs: 0 };

const oneOf = (effect: string, values: readonly string[]): Switch => ({
  effect,
  values: `one of ${values.join(', ')}`,
  takes: (value) => values.includes(value),
});

/** Keys of a transaction's metadata that steer the sandbox, and their values. */
export const SWITCHES = {
  sandbox_result: oneOf('The ISO code to answer with; `00` approves.', RESULTS),
  sandbox_3ds: oneOf('Answers the challenge by itself.', AUTOPILOT),
  sandbox_delay_ms: {
    effect: 'How long the answer takes.',
    values: `a whole number of milliseconds from 0 to ${LONGEST_DELAY_MS}`,
    takes: (value) => /^(0|[1-9][0-9]{0,4})$/.test(value) && Number(value) <= LONGEST_DELAY_MS,
  },
  sandbox_callback: {
    effect:
      'What becomes of the callback: its first attempts are lost, each attempt comes with copies, or it comes late.',
    values: `drop:n with n from 0 to ${MAX_SWITCH_VALUES.drop}, dup:n with n from 0 to ${MAX_SWITCH_VALUES.dup}, or late:seconds with 0 to ${MAX_SWITCH_VALUES.late}`,
    takes: (value) => parseDelivery(value) !== undefined,
  },
  sandbox_avs: oneOf('The result of the address check.', ADDRESS_CHECKS),
} as const satisfies Record<string, Switch>;

type SwitchName = keyof typeof SWITCHES;

export function switchValue(metadata: Metadata, name: SwitchName): string | undefined {
  return metadata.find(({ key }) => key === name)?.value;
}

export function invalidSwitch(metadata: Metadata): InvalidSwitch | undefined {
  for (const { key, value } of metadata) {
    if (isSwitch(key) && !SWITCHES[key].takes(value)) return { key, values: SWITCHES[key].values };
  }
  return undefined;
}

/** Keys that look like sandbox switches and do nothing. */
export function unknownSwitches(keys: readonly string[]): readonly string[] {
  return keys.filter((key) => key.startsWith('sandbox_') && !isSwitch(key));
}

function isSwitch(key: string): key is SwitchName {
  return Object.hasOwn(SWITCHES, key);
}

/** What `sandbox_callback` does to the callbacks of a transaction. */
export function callbackDeliveryOf(metadata: Metadata): CallbackDelivery {
  const value = switchValue(metadata, 'sandbox_callback');
  return (value === undefined ? undefined : parseDelivery(value)) ?? UNDISTURBED;
}

/** Undefined for any value but `drop:n`, `dup:n` and `late:seconds`. */
function parseDelivery(value: string): CallbackDelivery | undefined {
  const [, name, digits] = /^(drop|dup|late):(0|[1-9][0-9]{0,4})$/.exec(value) ?? [];
  const count = Number(digits);
  if (name === 'drop' && count <= MAX_SWITCH_VALUES.drop) return { ...UNDISTURBED, drops: count };
  if (name === 'dup' && count <= MAX_SWITCH_VALUES.dup) return { ...UNDISTURBED, copies: count };
  if (name === 'late' && count <= MAX_SWITCH_VALUES.late) return { ...UNDISTURBED, lateMs: count * 1000 };
  return undefined;
}

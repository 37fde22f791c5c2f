import { TRANS_STATUSES } from '../../../contract/trans-status.ts';
import { CALLBACK_SWITCH_VALUES, parseCallbackSwitch } from '../../outbox/callback-switch.ts';
import type { FaultySwitch } from '../processor.ts';
import { RETURN_CODES } from './return-codes.ts';

type Metadata = readonly { readonly key: string; readonly value: string }[];

const AUTOPILOT = [...TRANS_STATUSES, 'cancel'].map((answer) => `auto:${answer}`);
const LONGEST_DELAY_MS = 30_000;
const RESULTS = ['00', ...Object.keys(RETURN_CODES).sort()];
const ADDRESS_CHECKS = ['U', 'Y', 'N', 'A', 'Z'];

type Switch = {
  /** Says what `takes` takes. */
  readonly values: string;
  readonly takes: (value: string) => boolean;
};

const oneOf = (values: readonly string[]): Switch => ({
  values: `one of ${values.join(', ')}`,
  takes: (value) => values.includes(value),
});

/** Keys of a transaction's metadata that steer the sandbox, and what they take. */
export const SWITCHES = {
  /** The ISO code to answer with. */
  sandbox_result: oneOf(RESULTS),
  /** Answers the challenge. */
  sandbox_3ds: oneOf(AUTOPILOT),
  sandbox_delay_ms: {
    values: `a whole number of milliseconds from 0 to ${LONGEST_DELAY_MS}`,
    takes: (value) => /^(0|[1-9][0-9]{0,4})$/.test(value) && Number(value) <= LONGEST_DELAY_MS,
  },
  sandbox_callback: {
    values: CALLBACK_SWITCH_VALUES,
    takes: (value) => parseCallbackSwitch(value) !== undefined,
  },
  /** Result of the address check. */
  sandbox_avs: oneOf(ADDRESS_CHECKS),
} as const satisfies Record<string, Switch>;

export type SwitchName = keyof typeof SWITCHES;

export function switchValue(metadata: Metadata, name: SwitchName): string | undefined {
  return metadata.find(({ key }) => key === name)?.value;
}

export function faultySwitch(metadata: Metadata): FaultySwitch | undefined {
  for (const { key, value } of metadata) {
    if (isSwitch(key) && !SWITCHES[key].takes(value)) return { key, values: SWITCHES[key].values };
  }
  return undefined;
}

/** Keys that were meant to steer the sandbox and do nothing. */
export function unknownSwitches(keys: readonly string[]): readonly string[] {
  return keys.filter((key) => key.startsWith('sandbox_') && !isSwitch(key));
}

function isSwitch(key: string): key is SwitchName {
  return Object.hasOwn(SWITCHES, key);
}

import { TRANS_STATUSES } from '../../../contract/trans-status.ts';
import { parseCallbackSwitch } from '../../callbacks/callback-switch.ts';
import { isDeclineReturnCode } from './return-codes.ts';

type Metadata = readonly { readonly key: string; readonly value: string }[];

const AUTOPILOT = new RegExp(`^auto:(${TRANS_STATUSES.join('|')}|cancel)$`);
const LONGEST_DELAY_MS = 30_000;

/** Keys of a transaction's metadata that steer the sandbox, and what they take. Chosen: service.md 3.1. */
const SWITCHES = {
  /** The ISO code to answer with. */
  sandbox_result: (value: string) => value === '00' || isDeclineReturnCode(value),
  /** Answers the challenge. */
  sandbox_3ds: (value: string) => AUTOPILOT.test(value),
  /** Milliseconds. */
  sandbox_delay_ms: (value: string) =>
    /^(0|[1-9][0-9]{0,4})$/.test(value) && Number(value) <= LONGEST_DELAY_MS,
  sandbox_callback: (value: string) => parseCallbackSwitch(value) !== undefined,
  /** Result of the address check. */
  sandbox_avs: (value: string) => /^[UYNAZ]$/.test(value),
} as const satisfies Record<string, (value: string) => boolean>;

export type SwitchName = keyof typeof SWITCHES;

export function switchValue(metadata: Metadata, name: SwitchName): string | undefined {
  return metadata.find(({ key }) => key === name)?.value;
}

export function faultySwitch(metadata: Metadata): string | undefined {
  return metadata.find(({ key, value }) => isSwitch(key) && !SWITCHES[key](value))?.key;
}

function isSwitch(key: string): key is SwitchName {
  return Object.hasOwn(SWITCHES, key);
}

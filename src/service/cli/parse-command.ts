import { parseArgs } from 'node:util';
import { AccountAnswer, ClockAnswer, KeyRotation, KeyRotationAnswer } from '../../contract/admin-api.ts';
import { parseDuration } from './duration.ts';

/** A request to the admin API, and what to tell of its answer. */
export type Command = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly tell: (answer: unknown) => string;
};

const KNOWN =
  "'account create --name <name> --origin <origin>', 'clock', 'clock advance <time>' such as 8d, 'keys rotate', 'keys rotate master', 'keys rotate signing', or 'reset'";

/** Throws with a sentence that lists the commands. */
export function parseCommand(words: readonly string[]): Command {
  const [noun = '', verb, ...rest] = words;
  const isWhole = rest.length === 0;
  if (noun === 'account' && verb === 'create') return accountCreation(rest);
  if (noun === 'clock' && verb === undefined) return { method: 'GET', path: '/api/clock', tell: tellClock };
  if (noun === 'clock' && verb === 'advance' && rest.length === 1) return clockAdvance(rest[0] ?? '');
  if (noun === 'keys' && verb === 'rotate' && rest.length <= 1) {
    const asked = KeyRotation.safeParse({ keys: rest[0] ?? 'both' });
    if (asked.success) return { method: 'POST', path: '/api/keys/rotate', body: asked.data, tell: tellKeys };
  }
  if (noun === 'reset' && verb === undefined && isWhole) {
    const told =
      'Emptied: the demo account stands as at first, with sk_sandbox_demo; its webhook secret stays';
    return { method: 'POST', path: '/api/reset', tell: () => told };
  }
  throw new Error(`Cannot run '${words.join(' ')}': there is no such command, expected ${KNOWN}`);
}

function accountCreation(rest: string[]): Command {
  const { name, origin: origins } = accountOptions(rest);
  if (name === undefined || origins === undefined) {
    throw new Error(
      'Cannot create the account: expected --name <name> and at least one --origin such as https://shop.example',
    );
  }
  return { method: 'POST', path: '/api/accounts', body: { name, origins }, tell: tellAccount };
}

function accountOptions(args: string[]) {
  const options = { name: { type: 'string' }, origin: { type: 'string', multiple: true } } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown option';
    throw new Error(`Cannot create the account: ${reason}`, { cause });
  }
}

function clockAdvance(text: string): Command {
  const body = { advance_seconds: parseDuration(text) };
  return { method: 'POST', path: '/api/clock', body, tell: tellClock };
}

function tellClock(answer: unknown): string {
  const { now, advanced_seconds } = ClockAnswer.parse(answer);
  return `The service's clock shows ${now}, ${advanced_seconds} seconds ahead of the machine's`;
}

function tellKeys(answer: unknown): string {
  const { master, signing } = KeyRotationAnswer.parse(answer);
  const told = [
    master &&
      `The master key "${master.key_id}" is in force, nothing needs the former one: ${master.resealed} values are sealed anew`,
    signing && `The signing key "${signing.key_id}" is published, and signs from ${signing.signs_from}`,
  ];
  return told.filter((line) => line !== null).join('\n');
}

function tellAccount(answer: unknown): string {
  const { account, secret_key } = AccountAnswer.parse(answer);
  const rows = {
    'Secret key': `${secret_key} (shown this once)`,
    'Publishable key': account.publishable_key,
    'Webhook secret': account.webhook_secret,
    Merchant: String(account.merchants[0]?.merchant_id),
    Origins: account.origins.join(', '),
  };
  return Object.entries(rows)
    .map(([title, value]) => `${title.padEnd(18)}${value}`)
    .join('\n');
}

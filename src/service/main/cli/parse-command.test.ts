import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MerchantSettings } from '../../../contract/billing/merchant-settings.ts';
import { testCommandIo } from '../../test-kit/commands/test-command-io.ts';
import { UsageError } from './io/usage-error.ts';
import { parseCommand } from './parse-command.ts';
import { parseDuration } from './store-commands.ts';
import type { AdminRequest } from './task.ts';

/** The first request that a command makes. */
async function asked(line: string): Promise<AdminRequest | undefined> {
  const requests: AdminRequest[] = [];
  const ask = async (request: AdminRequest) => {
    requests.push(request);
    throw new Error('not answered');
  };
  await expect(parseCommand(line.split(' '))(testCommandIo({ ask, isTerminal: true }))).rejects.toThrow(
    'not answered',
  );
  return requests[0];
}

describe('parseCommand', () => {
  test.each([
    ['clock', { method: 'GET', path: '/api/clock' }],
    ['clock advance 8d', { method: 'POST', path: '/api/clock', body: { advance_seconds: 691_200 } }],
    ['keys rotate', { method: 'POST', path: '/api/keys/rotate', body: { keys: 'both' } }],
    ['keys rotate master', { method: 'POST', path: '/api/keys/rotate', body: { keys: 'master' } }],
    ['keys rotate signing', { method: 'POST', path: '/api/keys/rotate', body: { keys: 'signing' } }],
    ['reset', { method: 'POST', path: '/api/reset' }],
    ['account rotate-webhook-secret', { path: '/api/accounts' }],
    ['account rotate-webhook-secret --account 3', { method: 'POST', path: '/api/accounts/3/webhook-secret' }],
    ['payments --order o-1 --account 3', { path: '/api/transactions?account_id=3&order_id=o-1' }],
    ['payments --order o-1', { path: '/api/accounts' }],
    ['payments --search 4242 --state FAILED', { path: '/api/payments?search=4242&state=FAILED' }],
    ['callbacks show msg_1', { path: '/api/callbacks/msg_1' }],
    ['callbacks --account 3 --exhausted', { path: '/api/callbacks?account_id=3&status=exhausted' }],
    ['callbacks replay msg_1', { method: 'POST', path: '/api/callbacks/msg_1/replay' }],
    [
      'account create --name Tea --origin https://a.example --origin=https://b.example',
      {
        method: 'POST',
        path: '/api/accounts',
        body: { name: 'Tea', origins: ['https://a.example', 'https://b.example'] },
      },
    ],
  ])('reads %j', async (line, expected) => {
    expect(await asked(line)).toMatchObject(expected);
  });

  test.each([
    ['clok', "Cannot run 'clok': unknown command 'clok'"],
    ['clock advance', "missing required argument 'time'"],
    ['clock advance 8d now', 'too many arguments'],
    ['clock back 8d', 'too many arguments'],
    ['keys', 'a command of it must follow'],
    ['keys rotate vault', "Cannot rotate the keys 'vault'"],
    ['keys rotate master signing', 'too many arguments'],
    ['reset all', 'too many arguments'],
    ['account', 'a command of it must follow'],
    ['account show 3', 'too many arguments'],
    ['clock advance 8', "Cannot read the time '8'"],
    ['clock advance 8w', "Cannot read the time '8w'"],
    ['clock advance -8d', "unknown option '-8d'"],
    ['account create --name Tea', 'expected at least one --origin'],
    ['account create --origin https://a.example', "required option '--name <name>' not specified"],
    ['account create --name Tea --origin https://a.example --orign x', "unknown option '--orign'"],
    ['account create --name Tea --origin https://a.example Tea', 'too many arguments'],
    ['payments', 'expected --order <id>, --transaction <id> or --search <text>'],
    ['payments --order a --transaction b', 'expected --order <id>, --transaction <id> or --search <text>'],
    ['callbacks --limit 0', 'Expected a whole number above 0'],
    ['listen', "required option '--forward-to <url>' not specified"],
    ['listen --forward-to localhost:5000', 'Expected an http or https address'],
    ['trigger', "missing required argument 'scenario'"],
    ['trigger piad', 'Allowed choices are paid, declined'],
  ])('refuses %j and says why', (line, expected) => {
    expect(() => parseCommand(line.split(' '))).toThrow(UsageError);
    expect(() => parseCommand(line.split(' '))).toThrow(expected);
  });

  test.each([
    ['--help', 'listen'],
    ['help', 'payments'],
    ['-h', 'trigger'],
    ['clock --help', 'advance'],
    ['clock advance --help', '8d'],
    ['listen --help', 'listen --forward-to <url> [options]'],
    ['listen --help', 'whatever path the callback_url names'],
    ['account --help', 'rotate-webhook-secret'],
    ['trigger --help', 'insufficient-funds'],
    ['help callbacks', 'replay'],
  ])('prints help for %j, and no key in it', async (line, expected) => {
    const told = await parseCommand(line.split(' '))(testCommandIo());
    expect(told).toContain(expected);
    expect(told).not.toMatch(/sk_|whsec_|it_sandbox/);
  });
});

const ACCOUNT = {
  account_id: 3,
  name: 'Tea',
  publishable_key: 'pk_1',
  webhook_secret: 'whsec_1',
  origins: ['https://a.example'],
  secret_key_ids: ['1'],
  merchants: [
    { merchant_id: 2001, merchant_ref: 'main', settings: MerchantSettings.parse({}) },
    { merchant_id: 2002, merchant_ref: 'main-async', settings: MerchantSettings.parse({}) },
  ],
};

test.each([
  [true, 'whsec_1'],
  [false, 'printed to a terminal only'],
])('account show prints the webhook secret to a terminal only: %s', async (isTerminal, secret) => {
  const ask = async () => ({ status: 'OK', accounts: [ACCOUNT] });
  const told = await parseCommand(['account', 'show', '--account', '3'])(testCommandIo({ ask, isTerminal }));
  expect(told).toContain(`Webhook secret    ${secret}`);
  expect(told.includes('whsec_')).toBe(isTerminal);
  expect(told.includes('http://127.0.0.1:4102/api/accounts')).toBe(!isTerminal);
  expect(told).toContain('2001 (main), 2002 (main-async)');
  await expect(parseCommand(['account', 'show', '--account', '9'])(testCommandIo({ ask }))).rejects.toThrow(
    'the store holds none of this id',
  );
});

test('account create names the account and both its merchants', async () => {
  const ask = async () => ({ status: 'OK', account: ACCOUNT, secret_key: 'sk_1' });
  const words = ['account', 'create', '--name', 'Tea', '--origin', 'https://a.example'];
  const told = await parseCommand(words)(testCommandIo({ ask, isTerminal: true }));
  expect(told).toContain('Account           3 Tea\n');
  expect(told).toContain('Secret key        sk_1 (shown this once)\n');
  expect(told).toContain('Merchants         2001 (main), 2002 (main-async)\n');
});

test('account create tells its secrets to a terminal, or to a new file that its user alone reads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'account-'));
  const file = join(folder, 'tea.json');
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return { status: 'OK', account: ACCOUNT, secret_key: 'sk_1' };
  };
  const words = ['account', 'create', '--name', 'Tea', '--origin', 'https://a.example'];
  const create = (...more: string[]) =>
    parseCommand([...words, ...more])(testCommandIo({ ask, isTerminal: false }));
  await expect(create()).rejects.toThrow('to a terminal alone');
  expect(asked).toBe(0);
  const told = await create('--secrets-file', file);
  expect(told).not.toMatch(/sk_1|whsec_/);
  expect(told).toContain(`in ${file}`);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ secret_key: 'sk_1' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(create('--secrets-file', file)).rejects.toThrow('EEXIST');
  expect(asked).toBe(1);
  rmSync(folder, { recursive: true });
});

test.each([true, false])(
  'account rotate-webhook-secret prints the new one to a terminal only: %s',
  async (isTerminal) => {
    const previous_until = '2030-01-02T12:00:00.000Z';
    const ask = async () => ({ status: 'OK', webhook_secret: 'whsec_2', previous_until });
    const words = ['account', 'rotate-webhook-secret', '--account', '3'];
    const told = await parseCommand(words)(testCommandIo({ ask, isTerminal }));
    expect(told.includes('whsec_')).toBe(isTerminal);
    expect(told).toContain(`signs as well until ${previous_until}`);
  },
);

test.each([
  ['0s', 0],
  ['90s', 90],
  ['15m', 900],
  ['36h', 129_600],
  ['8d', 691_200],
])('parseDuration reads %s as %d seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

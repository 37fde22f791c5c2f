import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorBody } from '../../../contract/error-body.ts';
import { parseCommand } from '../../main/cli/parse-command.ts';
import { cards } from '../../tables/cards.ts';
import { testCommandIo } from '../../test-kit/commands/test-command-io.ts';
import { openTestAdmin, type TestAdmin } from '../../test-kit/test-admin.ts';

const folder = mkdtempSync(join(tmpdir(), 'vault-commands-'));
const path = (name: string) => join(folder, name);
const ids = { anna: '', ben: '' };
let from: TestAdmin;
let to: TestAdmin;

/** What the command prints, or why it fails. `cut`: an answer of bytes breaks off after so many. */
const run = (admin: TestAdmin, line: string, cut?: number) => {
  const ask = async ({ method, path: address, body }: { method: string; path: string; body?: object }) => {
    const answer = await admin.send(address, { method, ...(body && { body }) });
    if (answer.ok) return answer;
    throw new Error(ErrorBody.parse(await answer.json()).error.message);
  };
  return parseCommand(line.split(' '))(
    testCommandIo({
      ask: async (request) => (await ask(request)).json(),
      askForBytes: async (request) => {
        const bytes = new Uint8Array(await (await ask(request)).arrayBuffer());
        return new ReadableStream({
          start(controller) {
            controller.enqueue(bytes.subarray(0, cut));
            if (cut === undefined) controller.close();
            else controller.error(new Error('cut'));
          },
        });
      },
      readInput: async () => '',
    }),
  ).catch((error: Error) => error.message);
};

const KEYS = () => `--custodian ${path('anna.key')} --custodian ${path('ben.key')}`;

beforeAll(async () => {
  const nobody = await openTestAdmin();
  for (const name of ['anna', 'ben'] as const) {
    const made = await run(nobody, `vault key ${path(`${name}.key`)}`);
    ids[name] = /"([0-9a-f]{16})"/.exec(made)?.[1] ?? '';
  }
  await nobody.close();
  const vaultCustodians = [ids.anna, ids.ben];
  from = await openTestAdmin({ vaultCustodians });
  to = await openTestAdmin({ vaultCustodians });
  const wallet = await from.openWallet('user');
  for (const number of ['4242424242424242', '4111111111111111', '4012888888881881']) {
    const ccToken = await wallet.token(number, 'keep-on-success');
    await from.bill({ method: 'SALE', amount: '5.00', currency: 'EUR', merchant_id: '1001', ccToken });
  }
});
afterAll(async () => {
  await from.close();
  await to.close();
  rmSync(folder, { recursive: true });
});

test('S101: a key that others can read is refused, and no key is an argument or printed', async () => {
  const key = readFileSync(path('anna.key'), 'utf8').trim();
  expect(statSync(path('anna.key')).mode & 0o777).toBe(0o600);
  expect(await run(from, `vault key ${path('anna.key')}`)).toBe(
    `The key in ${path('anna.key')} is "${ids.anna}"`,
  );
  expect(readFileSync(path('anna.key'), 'utf8').trim()).toBe(key);
  chmodSync(path('anna.key'), 0o640);
  const printed = [await run(from, `vault export ${path('a.jwe')} ${KEYS()}`)];
  chmodSync(path('anna.key'), 0o600);
  writeFileSync(path('short.key'), key.slice(1), { mode: 0o600 });
  for (const keys of [
    `--custodian ${path('anna.key')} --custodian ${path('short.key')}`,
    `--custodian ${path('anna.key')} --custodian ${path('anna.key')}`,
  ])
    printed.push(await run(from, `vault export ${path('a.jwe')} ${keys}`));
  expect(printed).toEqual([
    expect.stringContaining('is readable by other users'),
    expect.stringContaining('does not hold 32 bytes in base64'),
    expect.stringContaining('are not those of the custodians'),
  ]);
  expect(() => parseCommand(['vault', 'export', 'a.jwe', '--custodian', 'a'])).toThrow('twice');
  expect(() =>
    parseCommand(['vault', 'export', 'a.jwe', '--custodian', 'a', '--custodian', 'b', '--key', key]),
  ).toThrow('unknown option');
  expect(printed.join()).not.toContain(key);
  expect(existsSync(path('a.jwe'))).toBe(false);
});

test('an export that breaks off at any byte goes on, and what it has written is imported once', async () => {
  const file = path('cards.jwe');
  const size = Number((await (await exportOf()).arrayBuffer()).byteLength);
  for (let cut = 0; cut < size; cut += 97) {
    rmSync(`${file}.unfinished`, { force: true });
    expect(await run(from, `vault export ${file} ${KEYS()}`, cut)).toContain('run the same command again');
    expect(await run(from, `vault export ${file} ${KEYS()}`), String(cut)).toContain('3 cards');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.unfinished`)).toBe(false);
    if (cut + 97 < size) rmSync(file);
  }
  expect(await run(from, `vault export ${file} ${KEYS()}`)).toContain('it exists');
  expect(await run(to, `vault import ${file} ${KEYS()}`)).toContain('3 cards added, 0 were here');
  expect(await run(to, `vault import ${file} ${KEYS()}`)).toContain('3 cards added, 0 were here');
  expect(await to.context.db.select().from(cards)).toHaveLength(3);
});

test('S103: a file that is cut, doubled, reordered or mixed is refused before the first card is sent', async () => {
  const [one = '', two = '', three = '', four = '', five = ''] = await linesOf();
  const [, other = ''] = await linesOf();
  const before = (await to.call('GET', '/api/audit')).entries.length;
  const wrong: readonly (readonly string[])[] = [
    [],
    [one, two, three, four],
    [one, two, two, three, four, five],
    [one, three, two, four, five],
    [one, two, four, five],
    [two, three, four, five],
    [one, other, three, four, five],
    [one, two, three, four, five, five],
    [one, two, three, four, five, ''],
    ['{}'],
  ];
  for (const lines of wrong) {
    writeFileSync(path('wrong.jwe'), lines.map((line) => `${line}\n`).join(''));
    expect(await run(to, `vault import ${path('wrong.jwe')} ${KEYS()}`)).toContain(
      'Cannot use the file of cards',
    );
  }
  expect((await to.call('GET', '/api/audit')).entries).toHaveLength(before);
});

const exportOf = () => {
  const keys = ['anna', 'ben'].map((name) => readFileSync(path(`${name}.key`), 'utf8').trim());
  return from.send('/api/vault/export', { method: 'POST', body: { account_id: from.accountId, keys } });
};

const linesOf = async () => (await (await exportOf()).text()).trimEnd().split('\n');

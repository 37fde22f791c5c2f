import { afterAll, beforeAll, expect, test } from 'vitest';
import { askBy, testCommandIo } from '../../test-kit/commands/test-command-io.ts';
import { openTestAdmin, type TestAdmin } from '../../test-kit/test-admin.ts';
import { openTestWorker } from '../../test-kit/test-callbacks.ts';
import { openTestReceiver } from '../../test-kit/test-receiver.ts';
import { parseCommand } from './parse-command.ts';
import type { CommandIo } from './task.ts';
import { SCENARIOS } from './trigger.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

/** Runs a command on the service under test. */
const run = (line: string, some: Partial<CommandIo> = {}) =>
  parseCommand(line.split(' '))(
    testCommandIo({
      ask: askBy(admin.send),
      call: async (path, { body, headers }) => {
        const sent = Object.fromEntries(new Headers(headers));
        if (!(body instanceof URLSearchParams)) return admin.get(path, sent);
        return admin.post(path, Object.fromEntries(body), sent);
      },
      ...some,
    }),
  );

const ends = {
  paid: 'SALE: OK, CAPTURED',
  declined: 'SALE: declined, do_not_honor',
  'insufficient-funds': 'SALE: declined, insufficient_funds',
  challenge: 'SALE_3DS: PENDING, PENDING_3DS',
  frictionless: 'SALE_3DS: OK, CAPTURED',
  authorised: 'AUTH: OK, AUTHORISED',
  captured: 'CHARGE: OK, CAPTURED',
  refunded: 'REFUND: OK, REFUNDED',
  voided: 'VOID: OK, VOIDED',
  late: 'SALE: PENDING',
};

test('trigger knows how each of its scenarios ends', () => {
  expect(Object.keys(ends)).toEqual(Object.keys(SCENARIOS));
});

test.each(Object.entries(ends))('trigger %s makes that payment', async (name, end) => {
  expect(await run(`trigger ${name}`)).toContain(end);
});

test("trigger prints the bank's address to a terminal alone", async () => {
  const told = await run('trigger challenge');
  expect(told).not.toContain('http');
  expect(told).toContain('3ds_confirmation_box_url');
  expect(await run('trigger challenge', { isTerminal: true })).toContain('The bank asks at http');
});

test('trigger says why it is refused', async () => {
  await expect(run('trigger paid --merchant 77')).rejects.toThrow('merchant');
  await expect(run('trigger paid --secret-key sk_sandbox_other')).rejects.toThrow('Cannot');
  const call = () => Promise.reject(new TypeError('fetch failed'));
  await expect(run('trigger paid', { call })).rejects.toThrow(
    'Cannot reach the service at http://127.0.0.1:4100',
  );
});

test('payments shows the transactions of an order, those of a state, or one', async () => {
  await run('trigger refunded --order tea-1');
  const listed = await run('payments --order tea-1');
  expect(listed.split('\n')).toHaveLength(3);
  expect(listed).toMatch(/REFUND .*SUCCESS .*REFUNDED .*48\.50 EUR .*tea-1/);
  expect(await run('payments --order tea-1 --state CAPTURED')).toBe('No transaction found');
  const [record] = JSON.parse(await run('payments --order tea-1 --json'));
  expect(await run(`payments --transaction ${record.transaction_id}`)).toContain('REFUND');
  await expect(run('payments --transaction none')).rejects.toThrow('Cannot');
  expect(await run('payments --order none')).toBe('No transaction found');
});

test('payments finds what a search names, by account, state and number', async () => {
  await run('trigger declined --order tea-7');
  const found = await run('payments --search tea-7');
  expect(found.split('\n')).toHaveLength(2);
  expect(found).toMatch(/SALE .*FAILED .*48\.50 EUR .*VI 0002 .*tea-7/);
  expect(await run('payments --search 0002 --limit 1 --state FAILED')).toContain('VI 0002');
  expect(await run('payments --search tea-7 --account 7')).toBe('No payment found');
  expect(JSON.parse(await run('payments --search tea-7 --json'))).toMatchObject([{ last4: '0002' }]);
  await expect(run('payments --search tea-7 --state PAID')).rejects.toThrow("'state'");
});

test('payments lists more than one page', { tags: 'prove' }, async () => {
  for (let count = 0; count < 51; count += 1) await run('trigger paid --order big-1');
  expect((await run('payments --order big-1')).split('\n')).toHaveLength(52);
});

/** What a command says of a callback that got its answer: on a busy machine an attempt may come to nothing first. */
async function deliveredText(command: string): Promise<string> {
  const worker = openTestWorker(admin);
  let told = '';
  for (let attempt = 0; attempt < 5 && !told.includes('stopped'); attempt += 1) {
    admin.advance(600);
    await worker.runDue();
    told = await run(command);
  }
  return told;
}

test('callbacks shows attempts with what was answered, in words no terminal obeys, and replays', async () => {
  const receiver = await openTestReceiver();
  receiver.answer((response) => response.writeHead(410).end('gone\u001b[2J'));
  const [, transaction] =
    / transaction (\S+)/.exec(await run(`trigger paid --callback-url ${receiver.url}`)) ?? [];
  const listed = await deliveredText(`callbacks --transaction ${transaction}`);
  expect(listed).toMatch(/SALE_SUCCEEDED {2}stopped/);
  expect(listed).toMatch(/attempt .* ms {2}410 gone\\u001b\[2J/);
  const [{ id }] = JSON.parse(await run(`callbacks --transaction ${transaction} --json`));
  expect(await run(`callbacks show ${id}`)).toContain('"token":"cc_…","external_token":"ntk_…"');
  expect(JSON.parse(await run(`callbacks show ${id} --json`))).toMatchObject({ id, status: 'stopped' });
  await expect(run('callbacks show none')).rejects.toThrow('Cannot find the callback');
  expect(await run(`callbacks replay ${id}`)).toContain('is sent again');
  expect(await run(`callbacks --transaction ${transaction}`)).toContain('waiting');
  await expect(run('callbacks replay none')).rejects.toThrow('Cannot replay the callback');
  expect(await run('callbacks --account 7')).toBe('No callback found');
  await receiver.close();
});

test('callbacks test sends a signed event, and ends with 1 unless its receiver takes it', async () => {
  const receiver = await openTestReceiver();
  const statuses: number[] = [];
  const endWith = (status: number) => {
    statuses.push(status);
  };
  expect(await run(`callbacks test ${receiver.url}`, { endWith })).toMatch(
    /answered 200 .*it takes callbacks$/,
  );
  expect(receiver.received.at(-1)?.headers['webhook-signature']).toContain('v1,');
  expect(statuses).toEqual([]);
  receiver.answer((response) => response.writeHead(404).end('<h1>no\u001b[2J'));
  expect(await run(`callbacks test ${receiver.url}`, { endWith })).toMatch(
    /answered 404 .*, expected 2xx: <h1>no\\u001b/,
  );
  await receiver.close();
  expect(await run(`callbacks test ${receiver.url}`, { endWith })).toMatch(/^No answer in \d+ ms: \w+/);
  expect(statuses).toEqual([1, 1]);
  await expect(run('callbacks test file:///etc/passwd')).rejects.toThrow("of scheme 'file:'");
});

test('callbacks says until when one is held back', async () => {
  const receiver = await openTestReceiver();
  receiver.answer((response) => response.writeHead(429, { 'Retry-After': '600' }).end());
  await run(`trigger paid --order held-1 --callback-url ${receiver.url}`);
  admin.advance(1);
  await openTestWorker(admin).runDue();
  await run(`trigger paid --order held-2 --callback-url ${receiver.url}`);
  admin.advance(1);
  const next = new Date(admin.context.clock.now().getTime() + 599_000).toISOString();
  expect(await run('callbacks --limit 1')).toContain(`${next}, held until then: its receiver asked to wait`);
  await receiver.close();
});

test.each([418, 204])('listen passes a callback on as it came, and the answer %s back', async (status) => {
  const receiver = await openTestReceiver();
  receiver.answerStatus(status);
  const printed: string[] = [];
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const ended = run(`listen --forward-to ${receiver.url} --port 24010`, {
    print: (line) => printed.push(line),
    untilStopped: () => stopped,
  });
  await expect.poll(() => printed.join()).toContain('Give http://127.0.0.1:24010/ as callback_url');
  await run('trigger paid --order tea-2 --callback-url http://127.0.0.1:24010/');
  admin.advance(1);
  await openTestWorker(admin).runDue();
  expect(printed.at(-1)).toMatch(new RegExp(`SALE_SUCCEEDED {2}48\\.50 EUR {2}tea-2 .*-> {2}${status}`));
  expect(await run('callbacks --limit 1')).toContain(`ms  ${status}`);
  expect(receiver.received.at(-1)?.headers).toMatchObject({
    'webhook-signature': expect.stringContaining('v1,'),
  });
  stop();
  expect(await ended).toBe('Stopped');
  await receiver.close();
});

test('S55: listen passes on nothing that a web page sends', async () => {
  const receiver = await openTestReceiver();
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const printed: string[] = [];
  const ended = run(`listen --forward-to ${receiver.url} --port 24011`, {
    print: (line) => printed.push(line),
    untilStopped: () => stopped,
  });
  await expect.poll(() => printed.join()).toContain('Give http://127.0.0.1:24011/');
  const headers = { Origin: 'https://evil.example' };
  const forged = await fetch('http://127.0.0.1:24011/', { method: 'POST', headers, body: '{}' });
  expect(forged.status).toBe(405);
  expect((await fetch('http://127.0.0.1:24011/')).status).toBe(405);
  expect(receiver.received).toEqual([]);
  stop();
  await ended;
  await receiver.close();
});

test('dispute opens a chargeback of a part, ends it, and says what its acquirer refuses', async () => {
  const made = await run('trigger paid');
  const id = /transaction (\S+)/.exec(made)?.[1] ?? '';
  expect(await run(`dispute ${id} open --amount 4.00`)).toBe(
    `CHARGEBACK_OPENED: 4.00 EUR of ${id}; the payment is CHARGED_BACK`,
  );
  expect(JSON.parse(await run(`dispute ${id} won --json`))).toMatchObject({
    event: 'CHARGEBACK_WON',
    payment_state: 'CAPTURED',
  });
  await expect(run(`dispute ${id} lost`)).rejects.toThrow('nothing of it can be CHARGEBACK_LOST');
  await expect(run(`dispute ${id} open --amount 9999`)).rejects.toThrow('the acquirer says');
  await expect(run('dispute nobody open')).rejects.toThrow('found no payment');
  expect(await run(`dispute ${id} capture-failed`)).toContain('the payment is FAILED');
});

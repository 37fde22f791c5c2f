import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '../../operators/logs/open-log.ts';
import { testCommandIo } from '../../test-kit/commands/test-command-io.ts';
import { openTestAdmin, type TestAdmin } from '../../test-kit/test-admin.ts';
import { openTestWorker } from '../../test-kit/test-callbacks.ts';
import { openTestReceiver } from '../../test-kit/test-receiver.ts';
import { parseCommand } from './parse-command.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

/** Clears the screen, sets a title, in C0 and C1; turns text around; hides; splits lines. */
const CORPUS = [
  '\u001b[2J',
  '\u001b]0;title\u0007',
  '\u009b2J',
  '\u009d0;title\u009c',
  '\u202egnp.exe',
  '\u2066\u2069',
  '\u200b\u200d\u2060\ufeff',
  'a\u2028b\u2029c',
  '\u007f\b\r',
  '\udb40\udc41',
];
const ALL = CORPUS.join('x');
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** What reaches a terminal of a command, line ends aside. */
async function shown(words: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const task = parseCommand(words)(
    testCommandIo({
      ask: async ({ method, path, body }) => {
        const answer = await admin.send(path, { method, ...(body && { body }) });
        const answered: unknown = await answer.json();
        if (!answer.ok) throw new Error(JSON.stringify(answered));
        return answered;
      },
      call: async (path, { body, headers }) => {
        const sent = Object.fromEntries(new Headers(headers));
        if (!(body instanceof URLSearchParams)) return admin.get(path, sent);
        return admin.post(path, Object.fromEntries(body), sent);
      },
      print: (line) => printed.push(line),
      isTerminal: true,
    }),
  );
  const told = await task.catch((error: unknown) => String(error instanceof Error && error.message));
  return [...printed, told].join('\n').replaceAll('\n', '');
}

test('S82: no command passes on to a terminal what it would obey or a reader would not see', async () => {
  const receiver = await openTestReceiver();
  receiver.answer((response) => response.writeHead(410).end(ALL));
  const metadata = JSON.stringify({ note: ALL, order_id: ALL });
  const form = { method: 'SALE', amount: '10', currency: 'EUR', merchant_id: '1001', metadata };
  const answer = await admin.post('/wallet/api/v1/billing', {
    ...form,
    ccToken: 'tok_sandbox_4242424242424242',
    orderID: 'order-1',
    callback_url: receiver.url,
  });
  const { transaction } = JSON.parse(await answer.text());
  const named = transaction.transactionID;
  await admin.context.db.execute("update accounts set name = E'Tea \\u009b2J \\u202e'");
  await admin.context.db.execute("update payments set order_id = E'order \\u009b2J\\u202e'");
  const worker = openTestWorker(admin);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    admin.advance(600);
    await worker.runDue();
  }
  const commands = [
    ['account', 'show'],
    ['payments', '--order', 'order \u009b2J\u202e'],
    ['payments', '--order', 'order \u009b2J\u202e', '--json'],
    ['payments', '--search', named],
    ['payments', '--search', named, '--json'],
    ['payments', '--transaction', named, '--json'],
    ['callbacks', '--transaction', named],
    ['callbacks', '--transaction', named, '--json'],
    ['callbacks', 'show', ALL],
    ['callbacks', 'replay', ALL],
    ['trigger', 'paid', '--order', ALL],
    ['trigger', 'paid', '--merchant', '1001', '--order', '\u202e'],
  ];
  const texts = await Promise.all(commands.map(shown));
  await receiver.close();
  for (const [index, text] of texts.entries()) {
    expect(UNSEEN.exec(text)?.[0], commands[index]?.join(' ')).toBeUndefined();
  }
  expect(texts.join(' ')).toContain('\\u009b2J');
  expect(JSON.parse(texts[4] ?? '')[0].order_id).toBe('order \u009b2J\u202e');
});

test('S82: a log line shows what would not be seen, and JSON reads it back', () => {
  const written: string[] = [];
  const log = openLog({ level: 'info', write: (line) => written.push(line) });
  log.info({ route: ALL, reason: ALL }, ALL);
  const [line = ''] = written;
  expect(UNSEEN.test(line.trimEnd())).toBe(false);
  expect(JSON.parse(line)).toMatchObject({ route: ALL, reason: ALL, msg: ALL });
});

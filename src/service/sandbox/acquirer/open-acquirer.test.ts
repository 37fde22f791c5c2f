import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { callBy, followUpQuestion, startQuestion } from '../../payments/connectors/conformance/questions.ts';
import { act, dispute } from './acquirer-core.ts';
import { QuestionMessage } from './messages.ts';
import { createNotifier } from './notify.ts';
import { openAcquirer } from './open-acquirer.ts';
import { type SandboxBench, type SandboxBenchOptions, sandboxBench } from './test-kit/sandbox-bench.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(options: SandboxBenchOptions = {}) {
  const bench = await sandboxBench(options);
  closing.push(() => bench.close());
  return bench;
}

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'acquirer-'));
  closing.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function sell(bench: SandboxBench, change: Parameters<typeof startQuestion>[1] = {}) {
  const start = startQuestion(bench, { kind: 'sale', ...change });
  return { start, reply: await bench.acquirer.sale(start, callBy(bench.fetch)) };
}

async function refund(bench: SandboxBench, amount = 100, change: Parameters<typeof startQuestion>[1] = {}) {
  const paid = await sell(bench, change);
  const question = followUpQuestion(bench, 'refund', { ...paid, change: { amount } });
  return { ...paid, question, refunded: await bench.acquirer.refund(question, callBy(bench.fetch)) };
}

const find = (bench: SandboxBench, reference: string) =>
  bench.acquirer.find?.({ reference, merchantAccount: bench.merchantAccount }, callBy(bench.fetch));

const readAll = (
  bench: SandboxBench,
  raws: Awaited<ReturnType<NonNullable<SandboxBench['fake']>['endPending']>>,
) =>
  raws.flatMap((raw) => {
    const reading = bench.acquirer.readNotification(raw);
    return reading.ok ? reading.notifications : [];
  });

describe('the acquirer’s ledger', () => {
  it('is the same after a restart, with its keys, what is pending and what was told', async () => {
    const directory = folder();
    const first = await sandboxBench({ directory });
    const { start, reply } = await sell(first);
    const { question, refunded } = await refund(first);
    await first.fake?.endPending();
    const untold = await refund(first);
    await first.close();
    const second = await open({ directory });
    second.pass(10_000);
    expect(await second.acquirer.sale(start, callBy(second.fetch))).toEqual(reply);
    expect(await second.acquirer.refund(question, callBy(second.fetch))).toEqual(refunded);
    expect(second.fake?.ledger(start.reference)).toHaveLength(1);
    const told = readAll(second, (await second.fake?.endPending()) ?? []);
    expect(told.map(({ reference }) => reference)).toEqual([untold.question.reference]);
  });

  it('is one for two processes on a file, and a key is one key', async () => {
    const directory = folder();
    const one = await open({ directory });
    const other = await open({ directory });
    const { start, reply } = await sell(one);
    expect(await other.acquirer.sale(start, callBy(other.fetch))).toEqual(reply);
    expect(await find(other, start.reference)).toEqual(reply);
    const question = followUpQuestion(one, 'refund', { start, reply });
    const replies = await Promise.all(
      [one, other].map((each) => each.acquirer.refund(question, callBy(each.fetch))),
    );
    expect(replies[0]).toEqual(replies[1]);
    expect(one.fake?.ledger(question.reference)).toHaveLength(1);
  });

  it('leaves out a line that a killed process left torn, and no other', async () => {
    const directory = folder();
    const first = await sandboxBench({ directory });
    const before = await sell(first);
    await first.close();
    appendFileSync(join(directory, 'acquirer-ledger.jsonl'), '\n{"entry":"start","id":"torn","reference":"ä');
    const second = await open({ directory });
    const after = await sell(second);
    await second.close();
    closing.splice(closing.length - 1);
    const third = await open({ directory });
    expect(await find(third, before.start.reference)).toEqual(before.reply);
    expect(await find(third, after.start.reference)).toEqual(after.reply);
  });

  it('keeps no card', async () => {
    const directory = folder();
    const bench = await open({ directory });
    await sell(bench, { card: { ...bench.cards.approved, holder: 'Ada Quite-Unlikely' } });
    const text = readFileSync(join(directory, 'acquirer-ledger.jsonl'), 'utf8');
    expect(text).toContain('"entry":"start"');
    const { number, securityCode } = bench.cards.approved;
    for (const part of [number.slice(0, 8), number.slice(-8), `"${securityCode}"`, 'Unlikely'])
      expect(text).not.toContain(part);
  });

  it('keeps nothing that a card is guessed by without the secret, and nothing of a security code', async () => {
    const digestOf = async (notificationSecret: string, securityCode: string) => {
      const directory = folder();
      const acquirer = openAcquirer({
        clock: { now: () => new Date() },
        apiKey: 'k',
        notificationSecret,
        directory,
        bankUrl: 'https://bank.example/ask',
        deliver: async () => true,
      });
      closing.push(() => acquirer.close());
      const message = {
        kind: 'sale',
        reference: 'r-1',
        merchantReference: 'order-1',
        merchantAccount: 'demo',
        amount: 100,
        currency: 'EUR',
        card: { number: '4242424242424242', expMonth: 3, expYear: 2099, securityCode },
        authentication: { kind: 'none' },
      } as const;
      expect(act(acquirer.core, 'k-1', QuestionMessage.parse(message)).answer.outcome).toBe('approved');
      const line = readFileSync(join(directory, 'acquirer-ledger.jsonl'), 'utf8').trim().split('\n')[0];
      return (JSON.parse(line ?? '') as { digest: string }).digest;
    };
    const digest = await digestOf('one secret', '737');
    expect(await digestOf('one secret', '737')).toBe(digest);
    expect(await digestOf('another secret', '737')).not.toBe(digest);
    expect(await digestOf('one secret', '999')).toBe(digest);
  });
});

describe('the acquirer’s answers', () => {
  it('keep the meaning of amounts, cards and switches', async () => {
    const bench = await open({ merchantAccount: 'demo' });
    expect((await sell(bench, { amount: 300_000 })).reply).toEqual({
      kind: 'notSent',
      reason: 'unavailable',
      isAnswered: true,
    });
    expect((await sell(bench, { amount: 300_200 })).reply.kind).toBe('received');
    expect((await sell(bench, { amount: 200_051 })).reply).toMatchObject({ returnCode: '51' });
    const metadata = [{ key: 'sandbox_result', value: '41' }];
    expect((await sell(bench, { metadata })).reply).toMatchObject({
      kind: 'declined',
      declineCode: 'lost_card',
    });
  });

  it('tell of a sale that ends later by `find` and by a notification', async () => {
    const bench = await open({ merchantAccount: 'demo' });
    const { start } = await sell(bench, { amount: 300_300 });
    expect(await find(bench, start.reference)).toMatchObject({ kind: 'received' });
    const [told] = readAll(bench, (await bench.fake?.endPending()) ?? []);
    expect(told).toMatchObject({
      kind: 'start',
      isSuccess: false,
      returnCode: '05',
      reference: start.reference,
    });
    expect(await find(bench, start.reference)).toMatchObject({ kind: 'declined', returnCode: '05' });
  });

  it('know nobody without the API key', async () => {
    const bench = await open();
    const response = await bench.open.fetch('http://acquirer/v1/faults', {
      headers: { 'x-api-key': 'wrong' },
    });
    expect(response.status).toBe(401);
  });
});

describe('the acquirer’s faults', () => {
  it.each([
    ['dropBefore', 'unknown', 0],
    ['dropAfter', 'unknown', 1],
    ['errorAfter', 'unknown', 1],
    ['unknownWord', 'unknown', 1],
    ['double', 'approved', 1],
    ['inProgress', 'inProgress', 0],
    ['down', 'notSent', 0],
  ] as const)(
    '%s: says "%s" and has acted %i times, in the process and over a port',
    async (questions, kind, times) => {
      for (const isAtPort of [false, true]) {
        const bench = await open({ isAtPort });
        bench.open.faults.change({ questions });
        const { start, reply } = await sell(bench);
        expect(reply.kind).toBe(kind);
        expect(bench.fake?.ledger(start.reference)).toHaveLength(times);
        bench.open.faults.clear();
        expect((await bench.acquirer.sale(start, callBy(bench.fetch))).kind).toBe('approved');
        expect(bench.fake?.ledger(start.reference)).toHaveLength(1);
      }
    },
  );

  it('is down for so many questions, and uses up none while nothing is switched on', async () => {
    const bench = await open();
    bench.open.faults.change({ times: 1 });
    expect((await sell(bench)).reply.kind).toBe('approved');
    bench.open.faults.change({ questions: 'down' });
    expect((await sell(bench)).reply.kind).toBe('notSent');
    expect((await sell(bench)).reply.kind).toBe('approved');
  });

  it('slow down an answer, and say that the key is being worked on meanwhile', async () => {
    const bench = await open();
    bench.open.faults.change({ slowMs: 200 });
    const start = startQuestion(bench, { kind: 'sale' });
    const first = bench.acquirer.sale(start, callBy(bench.fetch));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await bench.acquirer.sale(start, callBy(bench.fetch))).kind).toBe('inProgress');
    expect((await first).kind).toBe('approved');
  });

  it.each([
    ['double', 2],
    ['lost', 0],
    ['late', 0],
  ] as const)('%s: a notification comes %i times', async (notifications, times) => {
    const bench = await open();
    bench.open.faults.change({ notifications });
    await refund(bench);
    expect(await bench.fake?.endPending()).toHaveLength(times);
    bench.open.faults.clear();
    bench.pass(120_000);
    const left = (await bench.fake?.endPending()) ?? [];
    expect(left).toHaveLength(times === 2 ? 0 : 1);
  });

  it('early: a notification of the end comes before the answer of its question', async () => {
    const bench = await open();
    bench.open.faults.change({ notifications: 'early', slowMs: 200 });
    const asked = refund(bench);
    await expect.poll(() => bench.inbox()).toHaveLength(1);
    const [told] = readAll(bench, bench.inbox());
    bench.open.faults.clear();
    const { question, refunded } = await asked;
    expect(refunded.kind).toBe('received');
    expect(told).toMatchObject({ kind: 'refund', reference: question.reference, isSuccess: true });
    expect(await bench.fake?.endPending()).toHaveLength(1);
  });

  it('sends each notification once, also where two rounds overlap', async () => {
    const sent: string[] = [];
    const bench = await open();
    await refund(bench);
    await refund(bench);
    bench.pass(10_000);
    const { sendDue } = createNotifier({
      core: bench.open.core,
      secret: 's',
      faults: () => 'none',
      deliver: async ({ body }) => {
        sent.push(Buffer.from(body).toString('utf8'));
        await new Promise((resolve) => setTimeout(resolve, 20));
        return true;
      },
    });
    await Promise.all([sendDue(), sendDue()]);
    expect(sent).toHaveLength(2);
  });

  it('send notifications out of order', async () => {
    const bench = await open();
    const first = await refund(bench);
    const second = await refund(bench);
    bench.open.faults.change({ notifications: 'reverse' });
    const told = readAll(bench, (await bench.fake?.endPending()) ?? []);
    expect(told.map(({ reference }) => reference)).toEqual([
      second.question.reference,
      first.question.reference,
    ]);
  });
});

describe('the acquirer’s notifications', () => {
  it('tell of disputes and late failures, each of the operation that it concerns', async () => {
    const bench = await open({ merchantAccount: 'demo' });
    const { question, start } = await refund(bench, 300, { amount: 800 });
    const money = { merchantAccount: 'demo', currency: 'EUR' } as const;
    const sale = { ...money, reference: start.reference };
    const refundOfIt = { ...money, reference: question.reference };
    for (const message of [
      { ...sale, event: 'chargeback.opened', amount: 500 },
      { ...sale, event: 'chargeback.reversed', amount: 200 },
      { ...sale, event: 'chargeback.lost', amount: 300 },
      { ...refundOfIt, event: 'refund.failed', amount: 300 },
    ] as const) {
      expect(dispute(bench.open.core, message).outcome).toBe('received');
    }
    const other = await sell(bench);
    const failing = { ...money, reference: other.start.reference, amount: other.start.amount };
    expect(dispute(bench.open.core, { ...failing, event: 'capture.failed' }).outcome).toBe('received');
    const told = readAll(bench, (await bench.fake?.endPending()) ?? []);
    expect(told.map(({ kind }) => kind)).toEqual([
      'chargeback',
      'chargebackReversed',
      'chargebackLost',
      'refundFailed',
      'captureFailed',
    ]);
    expect(told.map(({ reference, amount }) => [reference, amount])).toEqual([
      [start.reference, 500],
      [start.reference, 200],
      [start.reference, 300],
      [question.reference, 300],
      [other.start.reference, other.start.amount],
    ]);
    for (const refused of [
      { ...sale, event: 'chargeback.reversed', amount: 1 },
      { ...sale, event: 'chargeback.opened', amount: 501 },
      { ...sale, event: 'chargeback.opened', amount: 1, currency: 'USD' },
      { ...sale, event: 'refund.failed', amount: 800 },
      { ...sale, event: 'chargeback.opened', amount: 1, reference: 'nobody' },
      { ...failing, event: 'capture.failed' },
      { ...refundOfIt, event: 'refund.failed', amount: 300 },
    ] as const) {
      expect(dispute(bench.open.core, refused), JSON.stringify(refused)).toMatchObject({
        outcome: 'refused',
      });
    }
  });

  it('leave of a payment no more than what was not taken back', async () => {
    const bench = await open({ merchantAccount: 'demo' });
    const { start, reply } = await sell(bench, { amount: 1_000 });
    const money = { merchantAccount: 'demo', currency: 'EUR', reference: start.reference } as const;
    dispute(bench.open.core, { ...money, event: 'chargeback.opened', amount: 400 });
    const give = (amount: number) =>
      bench.acquirer.refund(
        followUpQuestion(bench, 'refund', { start, reply, change: { amount } }),
        callBy(bench.fetch),
      );
    expect((await give(601)).kind).toBe('refused');
    expect((await give(600)).kind).toBe('approved');
    expect(dispute(bench.open.core, { ...money, event: 'capture.failed', amount: 1_000 }).outcome).toBe(
      'refused',
    );
  });
});

describe('the acquirer’s report', () => {
  it('has what was captured and given back on a day, by currency, and nothing else', async () => {
    const bench = await open({ merchantAccount: 'demo' });
    await sell(bench, { amount: 1_000 });
    await sell(bench, { amount: 2_000, currency: 'GBP' });
    await refund(bench, 300, { amount: 500 });
    await sell(bench, { card: bench.cards.declined.card });
    const held = startQuestion(bench);
    const reply = await bench.acquirer.authorise(held, callBy(bench.fetch));
    await bench.acquirer.capture(
      followUpQuestion(bench, 'capture', { start: held, reply, change: { amount: 34 } }),
      callBy(bench.fetch),
    );
    const day = new Date().toISOString().slice(0, 10);
    const report = await bench.acquirer.report?.(day, callBy(bench.fetch));
    const lines = report?.kind === 'lines' ? report.lines : [];
    const sum = (wanted: string) =>
      lines.filter(({ currency }) => currency === wanted).reduce((total, { gross }) => total + gross, 0);
    expect([sum('EUR'), sum('GBP'), lines.length]).toEqual([1_000 + 500 - 300 + 34, 2_000, 5]);
    const other = await bench.acquirer.report?.('2001-01-01', callBy(bench.fetch));
    expect(other).toEqual({ kind: 'lines', lines: [] });
  });
});

describe('npm run acquirer', () => {
  it('answers at its port, and after `kill -9` still knows what it answered', {
    timeout: 60_000,
  }, async () => {
    const directory = folder();
    const start = async () => {
      const environment = { ...process.env, ACQUIRER_PORT: '0', ACQUIRER_DIR: directory };
      const program = spawn(process.execPath, ['tools/start/acquirer.mjs'], { env: environment });
      closing.push(() => {
        program.kill('SIGKILL');
      });
      const [line] = await once(program.stdout, 'data');
      return { program, port: /port (\d+)/.exec(String(line))?.[1] };
    };
    const ask = async (port: string | undefined) => {
      const headers = { 'x-api-key': 'acquirer-sandbox-key', 'idempotency-key': 'k-1' };
      const body = JSON.stringify({
        kind: 'sale',
        reference: 'r-1',
        merchantReference: 'order-1',
        merchantAccount: 'demo',
        amount: 100,
        currency: 'EUR',
        card: { number: '4242424242424242', expMonth: 3, expYear: 2099 },
        authentication: { kind: 'none' },
      });
      const response = await fetch(`http://127.0.0.1:${port}/v1/operations`, {
        method: 'POST',
        headers,
        body,
      });
      return response.json();
    };
    const first = await start();
    const answer = await ask(first.port);
    expect(answer).toMatchObject({ outcome: 'approved' });
    first.program.kill('SIGKILL');
    await once(first.program, 'exit');
    const second = await start();
    expect(await ask(second.port)).toEqual(answer);
  });
});

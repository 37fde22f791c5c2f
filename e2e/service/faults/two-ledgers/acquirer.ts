import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../support/stack/free-port.ts';
import { textAt, valueAt } from '../../../support/stack/service-client.ts';
import { type Program, program } from '../../../support/stack/stack.ts';
import { eachOf } from './each-of.ts';
import { groupsOf } from './groups.ts';

/** What the acquirer has of one question that it acted on. */
export type LedgerEntry = {
  readonly kind: string;
  readonly transactionId: string;
  /** The payment's start, by the name that it was given in questions. */
  readonly payment: string;
  readonly reference: string;
  /** The capture that it takes back; undefined: the payment. */
  readonly of: string | undefined;
  readonly merchantAccount: string;
  readonly amount: number;
  readonly currency: string;
  /** Under how many keys it was asked for. */
  readonly keyCount: number;
  /** What it says of it by now. */
  readonly outcome: string;
};

export type AcquirerProgram = Program & {
  readonly url: string;
  /** Its own: the questions of its file, and what it answers about each of them. */
  readLedger(): Promise<LedgerEntry[]>;
  remove(): void;
};

export const API_KEY = 'acquirer-sandbox-key';

/** The simulated acquirer as a program of its own, which tells ends by notifications. */
export async function acquirerProgram(notifyUrl: string): Promise<AcquirerProgram> {
  const directory = mkdtempSync(join(tmpdir(), 'acquirer-faults-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ACQUIRER_PORT: `${port}`,
    ACQUIRER_DIR: directory,
    ACQUIRER_NOTIFY_URL: notifyUrl,
  };
  return {
    ...program('tools/start/acquirer.mjs', environment, `${url}/healthz`),
    url,
    async readLedger() {
      const lines = (await readFile(join(directory, 'acquirer-ledger.jsonl'), 'utf8')).split('\n');
      const questions = lines.filter((line) => /"entry":"(?:start|followUp)"/.test(line)).flatMap(parseLine);
      const operations = groupsOf(questions, (question) => nameOf(question).join(' '));
      const entries = await eachOf([...operations.values()], (asked) => entryOf(url, asked));
      return entries.filter(({ outcome }) => outcome !== 'absent');
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** A line that was torn by a kill is nothing. */
function parseLine(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

const nameOf = (question: unknown) =>
  [textAt(question, 'merchantAccount'), textAt(question, 'reference')] as const;

/** `asked`: all that it wrote down of one operation; the first question acted, or each was refused. */
async function entryOf(url: string, asked: readonly [unknown, ...unknown[]]): Promise<LedgerEntry> {
  const [question] = asked;
  const text = (name: string) => textAt(question, name);
  const [merchantAccount, reference] = nameOf(question);
  const path = [merchantAccount, reference].map(encodeURIComponent).join('/');
  const answer = await fetch(`${url}/v1/operations/${path}`, { headers: { 'x-api-key': API_KEY } });
  const of = valueAt(question, 'of');
  return {
    kind: text('kind'),
    transactionId: text('merchantReference'),
    payment: String(valueAt(question, 'payment') ?? reference),
    reference,
    of: typeof of === 'string' ? of : undefined,
    merchantAccount,
    amount: Number(valueAt(question, 'amount')),
    currency: text('currency'),
    keyCount: new Set(asked.map((each) => textAt(each, 'key'))).size,
    outcome: textAt(await answer.json(), 'outcome'),
  };
}

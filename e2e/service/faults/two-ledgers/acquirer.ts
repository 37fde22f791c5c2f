import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../support/stack/free-port.ts';
import { textAt, valueAt } from '../../../support/stack/service-client.ts';
import { type Program, program } from '../../../support/stack/stack.ts';
import { eachOf } from './each-of.ts';

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
      const entries = await eachOf(questions, (question) => entryOf(url, question));
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

async function entryOf(url: string, question: unknown): Promise<LedgerEntry> {
  const text = (name: string) => textAt(question, name);
  const [merchantAccount, reference] = [text('merchantAccount'), text('reference')];
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
    outcome: textAt(await answer.json(), 'outcome'),
  };
}

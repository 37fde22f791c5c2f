import assert from 'node:assert/strict';
import type { AcquirerCall, RawNotification } from '../../../base/processor/acquirer.ts';
import type { AcquirerCard, AcquirerMetadata } from '../../../base/processor/acquirer-question.ts';
import type { Bench, Fake } from '../../../payments/connectors/conformance/bench.ts';
import { forgetKeys } from '../acquirer-core.ts';
import { listen } from '../listen.ts';
import { NotificationMessage } from '../messages.ts';
import { signedNotification } from '../notify.ts';
import { type OpenAcquirer, openAcquirer } from '../open-acquirer.ts';
import { statusOf } from '../operation.ts';
import { sandboxAcquirer } from '../sandbox-acquirer.ts';

const SECRETS = { apiKey: 'acquirer-key', notificationSecret: 'acquirer-secret' };
const approved: AcquirerCard = {
  number: '4242424242424242',
  expMonth: 3,
  expYear: 2099,
  securityCode: '737',
};

export type SandboxBenchOptions = {
  readonly merchantAccount?: string;
  /** Where the ledger is kept. Default: in memory. */
  readonly directory?: string;
  /** Whether questions go over a port. */
  readonly isAtPort?: boolean;
};

export type SandboxBench = Bench & {
  readonly open: OpenAcquirer;
  /** The notifications that `endPending` has not returned. */
  inbox(): readonly RawNotification[];
  pass(milliseconds: number): void;
};

/** The simulated acquirer and our connector to it. */
export async function sandboxBench(options: SandboxBenchOptions = {}): Promise<SandboxBench> {
  const { merchantAccount = 'demo-async', directory, isAtPort = false } = options;
  let ahead = 0;
  let failsNext = false;
  const inbox: RawNotification[] = [];
  const clock = { now: () => new Date(Date.now() + ahead) };
  const deliver = async (raw: RawNotification) => inbox.push(raw) > 0;
  const open = openAcquirer({ ...SECRETS, clock, directory, bankUrl: 'https://bank.example/ask', deliver });
  const server = isAtPort ? await listen(open, { port: 0, host: '127.0.0.1' }) : undefined;
  const url = `http://127.0.0.1:${server?.port ?? 0}`;
  const plainFetch: AcquirerCall['fetch'] = server ? (to, init) => fetch(to, init) : open.fetch;
  const pass = (milliseconds: number) => {
    ahead += milliseconds;
  };
  const fake: Fake = {
    ledger: (reference) => ledgerOf(open, { reference, merchantAccount, now: clock.now().getTime() }),
    letNextFail: () => {
      failsNext = true;
    },
    async endPending() {
      pass(3_000);
      await open.sendDue();
      return inbox.splice(0);
    },
    async answerBank({ url: bank }, passes) {
      assert(URL.canParse(bank));
      return { transStatus: passes ? 'Y' : 'N' };
    },
    forgetKeys: () => forgetKeys(open.core),
    answerInProgress: () => open.faults.change({ questions: 'inProgress', times: 1 }),
    answerUnknownCode: () => open.faults.change({ questions: 'unknownWord', times: 1 }),
    signedFor(raw, { merchantAccount: account, isLive }) {
      const message = NotificationMessage.parse(JSON.parse(Buffer.from(raw.body).toString('utf8')));
      const changed = {
        ...message,
        merchantAccount: account ?? message.merchantAccount,
        live: isLive ?? false,
      };
      return signedNotification(changed, SECRETS.notificationSecret);
    },
  };
  return {
    acquirer: sandboxAcquirer({ name: 'sandbox', ...SECRETS, url, timeoutMs: 15_000 }),
    fetch: (to, init) => {
      const body = failsNext && init.method === 'POST' ? withFailure(String(init.body)) : init.body;
      failsNext = false;
      return plainFetch(to, body === undefined ? init : { ...init, body });
    },
    merchantAccount,
    cards: {
      approved,
      declined: { card: { ...approved, number: '4000000000009995' }, declineCode: 'insufficient_funds' },
      demanding: { ...approved, number: '4000002760003184' },
    },
    fake,
    open,
    inbox: () => inbox,
    pass,
    close: async () => (server ? server.stop() : open.close()),
  };
}

function withFailure(body: string): string {
  const question = JSON.parse(body) as object;
  const metadata: AcquirerMetadata = [{ key: 'sandbox_result', value: '05' }];
  return JSON.stringify({ ...question, metadata });
}

type Look = { readonly reference: string; readonly merchantAccount: string; readonly now: number };

function ledgerOf({ core }: OpenAcquirer, { reference, merchantAccount, now }: Look) {
  const entries = [...core.ledger.operations.values()].filter(
    (operation) => operation.reference === reference,
  );
  return entries
    .filter((operation) => operation.merchantAccount === merchantAccount)
    .map((operation) => {
      const { kind, amount, currency } = operation;
      return { kind, amount, currency, merchantAccount, status: statusOf(operation, now) };
    });
}

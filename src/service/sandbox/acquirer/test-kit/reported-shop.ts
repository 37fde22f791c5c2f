import {
  type Acquirer,
  type AcquirerCall,
  aroundQuestions,
  type ReportLine,
} from '../../../base/processor/acquirer.ts';
import { createApp } from '../../../main/app.ts';
import { createAdminApp } from '../../../operators/admin/routes/admin-app.ts';
import { postBilling } from '../../../test-kit/acquirers/post-billing.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { type OpenAcquirer, openAcquirer } from '../open-acquirer.ts';
import { sandboxAcquirer } from '../sandbox-acquirer.ts';

const SECRETS = { apiKey: 'acquirer-key', notificationSecret: 'acquirer-secret' };
const ADMIN = { token: 'it_sandbox_reports', port: 4002, extraRoutes: [] };

type Sent = { readonly method?: string; readonly body?: string | object | undefined };

export type ReportedShop = Omit<TestAdmin, 'send'> & {
  readonly simulated: OpenAcquirer;
  /** What tests do to reports and to the network; `asked`: the days whose reports were asked for. */
  readonly plan: {
    tamper: (lines: readonly ReportLine[]) => readonly ReportLine[];
    isDown: boolean;
    readonly asked: string[];
  };
  send(path: string, sent?: Sent): Promise<Response>;
  /** Bills at `demo`, in euros. Returns the transaction's id. */
  pay(form: Record<string, string>): Promise<string>;
};

/** For tests: a service whose payments are asked at the simulated acquirer, and whose admin API reads its reports. */
export async function openReportedShop(at: Pick<Acquirer, 'merchantAccount'> = {}): Promise<ReportedShop> {
  const admin = await openTestAdmin();
  const simulated = openAcquirer({
    ...SECRETS,
    clock: admin.context.clock,
    directory: undefined,
    bankUrl: 'https://bank.example',
    async deliver({ headers, body }) {
      const sent = { method: 'POST', body: Buffer.from(body), headers: headers as Record<string, string> };
      return (await app.request('/acquirers/simulated/notifications', sent)).status === 204;
    },
  });
  const plain = sandboxAcquirer({ name: 'simulated', url: 'http://acquirer', timeoutMs: 20_000, ...SECRETS });
  const plan: ReportedShop['plan'] = { tamper: (lines) => lines, isDown: false, asked: [] };
  const fetch: AcquirerCall['fetch'] = (url, init) =>
    plan.isDown ? Promise.reject(new TypeError('fetch failed')) : simulated.fetch(url, init);
  const connector = over(plain, fetch);
  const acquirer: Acquirer = {
    ...connector,
    ...at,
    async report(day, call) {
      plan.asked.push(day);
      const reply = await plain.report?.(day, { ...call, fetch });
      if (!reply) throw new Error('no report');
      return reply.kind === 'lines' ? { ...reply, lines: plan.tamper(reply.lines) } : reply;
    },
  };
  const acquirers = {
    of: () => acquirer,
    named: (name: string) => (name === acquirer.name ? acquirer : undefined),
  };
  const context = { ...admin.context, dependencies: { ...admin.context.dependencies, acquirers } };
  const app = createApp(context);
  const adminApp = createAdminApp(context, ADMIN);
  const send = async (path: string, { method = 'GET', body }: Sent = {}) =>
    adminApp.request(`http://127.0.0.1:${ADMIN.port}${path}`, {
      method,
      headers: { Host: `127.0.0.1:${ADMIN.port}`, 'Inspector-Token': ADMIN.token },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    ...admin,
    context,
    simulated,
    plan,
    send,
    async pay(form: Record<string, string>): Promise<string> {
      const start = { ccToken: 'tok_sandbox_4242424242424242', merchant_id: '1001' };
      const isStart = form['transactionID'] === undefined;
      const { transaction } = await postBilling(app, { currency: 'EUR', ...(isStart && start), ...form });
      return transaction.transactionID;
    },
  };
}

function over(plain: Acquirer, fetch: AcquirerCall['fetch']): Acquirer {
  const overNetwork = aroundQuestions(plain, (ask) => (question, call) => ask(question, { ...call, fetch }));
  return { ...overNetwork, find: undefined };
}

import { Agent, request } from 'node:http';
import { MERCHANT_ID, SECRET_KEY } from '../../e2e/support/stack/stack.ts';
import { median, percentile } from './kit/statistics.ts';

const CLIENTS = 32;
const WARM_UP_MS = 2_000;
const MEASURED_MS = Number(process.env['BENCH_SALE_MS'] ?? 6_000);

/** `p50`, `p99`: what a unit of work took, ms. */
export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number };
type Target = { readonly url: string; readonly agent: Agent };
/** One unit of a merchant's work. */
export type Work = (target: Target) => Promise<unknown>;

const BILLING = '/wallet/api/v1/billing';
const start = (method: string) => ({
  method,
  ccToken: 'tok_sandbox_4242424242424242',
  amount: '12.34',
  currency: 'EUR',
  merchant_id: String(MERCHANT_ID),
});

export const sell = (target: Target): Promise<string> => bill(target, start('SALE'));

export const authoriseAndCharge: Work = async (target) => {
  const transactionID = idIn(await bill(target, start('AUTH')));
  await bill(target, { method: 'CHARGE', transactionID, amount: '12.34', currency: 'EUR' });
};

/** SALE_3DS until its end: the billing, the box, and the shopper's yes at the bank. */
export function sellAskingTheBank(issuerUrl: string): Work {
  return async ({ url, agent }) => {
    // The bank asks at this amount.
    const sale = { ...start('SALE_3DS'), amount: '10.00', currency: 'GBP' };
    const { transaction } = JSON.parse(await bill({ url, agent }, sale));
    const { pathname: path } = new URL(transaction['3ds_confirmation_box_url']);
    const box = await send({ url, agent }, { path });
    const [, PaReq = ''] = /name="PaReq" value="([^"]+)"/.exec(box) ?? [];
    const body = new URLSearchParams({ PaReq, action: 'Y' }).toString();
    await send({ url: issuerUrl, agent }, { path: '/acs/answer', body });
  };
}

/** Looks up one of a few sales, which it makes first. */
export async function lookUp(url: string): Promise<Work> {
  const agent = new Agent();
  const ids: string[] = [];
  for (let made = 0; made < 20; made += 1) ids.push(idIn(await sell({ url, agent })));
  let next = 0;
  return (target) => {
    next = (next + 1) % ids.length;
    return send(target, { path: `/wallet/api/v1/transactions/${ids[next]}` });
  };
}

/** What the bare server commits, or reads: four rows at once, or those of a SALE before and after its question. */
export const bareCommit: Work = (target) => bill(target, start('SALE'));
export const bareSale: Work = (target) =>
  send(target, { path: '/sale', body: new URLSearchParams(start('SALE')).toString() });
export const bareRead: Work = (target) => send(target, { path: '/' });

/** Clients that work as fast as they are answered, on services that share them; warmed up first. */
export async function load(urls: readonly string[], work: Work): Promise<Load> {
  const agent = new Agent({ keepAlive: true });
  try {
    await workFor(WARM_UP_MS, { urls, agent, work });
    const times = await workFor(MEASURED_MS, { urls, agent, work });
    return {
      perSecond: (times.length * 1000) / MEASURED_MS,
      p50: median(times),
      p99: percentile(times, 0.99),
    };
  } finally {
    agent.destroy();
  }
}

export async function salesPerSecond(urls: readonly string[]): Promise<number> {
  return (await load(urls, sell)).perSecond;
}

type WorkForInput = { readonly urls: readonly string[]; readonly agent: Agent; readonly work: Work };

async function workFor(milliseconds: number, { urls, agent, work }: WorkForInput): Promise<number[]> {
  const until = performance.now() + milliseconds;
  const times: number[] = [];
  const client = async (number: number) => {
    const url = urls[number % urls.length] ?? '';
    while (performance.now() < until) {
      const began = performance.now();
      await work({ url, agent });
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return times;
}

function bill(target: Target, form: Record<string, string>): Promise<string> {
  return send(target, { path: BILLING, body: new URLSearchParams(form).toString() });
}

type SendInput = { readonly path: string; readonly body?: string };

function send({ url, agent }: Target, { path, body }: SendInput): Promise<string> {
  return new Promise((resolve, reject) => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body?.length };
    const headers = { secretKey: SECRET_KEY, ...(body !== undefined && form) };
    const method = body === undefined ? 'GET' : 'POST';
    const sending = request(`${url}${path}`, { method, agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      if (answer.statusCode === 200) answer.once('end', () => resolve(text));
      else reject(new Error(`Cannot measure: answered ${answer.statusCode}`));
    });
    sending.once('error', reject);
    sending.end(body);
  });
}

function idIn(answer: string): string {
  const { transaction } = JSON.parse(answer);
  return String(transaction.transactionID);
}

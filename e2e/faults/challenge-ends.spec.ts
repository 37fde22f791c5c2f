import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { askAdmin } from '../admin-client.ts';
import { keepProof } from '../proofs/proof-rows.ts';
import { proofSize, proofSizes } from '../proofs/proof-sizes.ts';
import { textAt, valueAt } from '../service-client.ts';
import { connect, newShopper, type WalletClient } from '../wallet-client.ts';
import { anyOf, followUp, having, lookUp, type Reply, send, start } from './merchant.ts';
import { type Service, type Services, startServices, stores } from './stores.ts';

const BEYOND_ITS_TIME = 901;
const AT_ONCE = 6;
const STEPS = ['Y', 'Y', 'N', 'U', 'cancel', 'give up', 'VOID', 'Continue', 'open'] as const;
type Step = (typeof STEPS)[number];

for (const store of stores) {
  test(`G5 on ${store}: a challenge ends once, with a process killed while it does`, async () => {
    const histories = proofSize('G5, processes');
    test.setTimeout(120_000 + histories * 60_000);
    const services = await startServices(store);
    const faults: string[] = [];
    const ends = new Map<string, number>();
    try {
      for (let count = 0; count < histories; count += 1) {
        const { end, found } = await run(services);
        ends.set(end, (ends.get(end) ?? 0) + 1);
        faults.push(...found);
      }
    } finally {
      await services.stop();
    }
    keepProof({
      id: 'G5',
      what: `${proofSizes['G5, processes'].what}, ${services.processes.length} processes, ${store}`,
      measured: `${histories} histories, ${faults.length} violations (${[...ends].map((pair) => pair.join(': ')).join(', ')})`,
      goal: '0 violations',
      reached: faults.length === 0,
    });
    expect(faults).toEqual([]);
  });
}

/** One shopper with two tabs, and a challenge that the first of them was asked for. */
type Scene = {
  readonly refreshToken: string;
  readonly tabs: readonly [WalletClient, WalletClient];
  readonly transactionId: string;
  readonly asked: { readonly PaReq: string; readonly boxPath: string };
};

async function run({ processes }: Services) {
  const scene = await open(anyOf(processes).url);
  const victim = anyOf(processes);
  const steps = Array.from({ length: AT_ONCE }, () => anyOf(STEPS));
  const taken = steps.map(async (step) => {
    await delay(Math.random() * 40);
    // Whoever asks a process that is being killed gets no answer.
    await take(scene, step, anyOf(processes)).catch(() => {});
  });
  await delay(Math.random() * 80);
  await victim.stop('SIGKILL');
  await Promise.all(taken);
  await victim.start();
  if (Math.random() < 0.5) await take(scene, anyOf(STEPS), anyOf(processes));
  await askAdmin(anyOf(processes).inspectorUrl, '/api/clock', { advance_seconds: BEYOND_ITS_TIME });
  // By then every process has the time.
  await delay(1_500);
  return judge(scene, processes, steps);
}

async function open(url: string): Promise<Scene> {
  const refreshToken = await newShopper(url);
  const tabs = [await connect(url, refreshToken), await connect(url, refreshToken)] as const;
  const ccToken = await tabs[0].handOver(url, '4242424242424242');
  const request = having(start('SALE_3DS', '10.00'), { currency: 'GBP', ccToken });
  const { transaction } = JSON.parse(asked(await send(url, request)).text);
  const box = new URL(textAt(transaction, '3ds_confirmation_box_url'));
  const page = await (await fetch(url + box.pathname)).text();
  const [, PaReq = ''] = /name="PaReq" value="([^"]+)"/.exec(page) ?? [];
  return {
    ...{ refreshToken, tabs, transactionId: textAt(transaction, 'transactionID') },
    asked: { PaReq, boxPath: box.pathname },
  };
}

function asked(reply: Reply): Reply {
  if (reply.status !== 200)
    throw new Error(`Cannot ask for a challenge: answered ${reply.status} ${reply.text}`);
  return reply;
}

async function take({ tabs, transactionId, asked: { PaReq, boxPath } }: Scene, step: Step, service: Service) {
  const { url, issuerUrl } = service;
  const challenge = `${url}/wallet/api/v1/challenges/${transactionId}`;
  if (step === 'VOID')
    return send(url, having(followUp('VOID', transactionId, '10.00'), { currency: 'GBP' }));
  if (step === 'give up') return tabs[0].ask(`${challenge}/cancel`, {});
  if (step === 'Continue') return tabs[1].ask(`${challenge}/resume`, {});
  if (step === 'open') return fetch(url + boxPath);
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const body = new URLSearchParams({ PaReq, action: step });
  return fetch(`${issuerUrl}/acs/answer`, { method: 'POST', body, headers });
}

async function judge(scene: Scene, processes: readonly Service[], steps: readonly Step[]) {
  const { refreshToken, tabs, transactionId } = scene;
  const records = await Promise.all(processes.map(({ url }) => lookUp(url, transactionId)));
  const seen = new Set(records.map((record) => `${record?.status} ${record?.sandbox.payment_state}`));
  const [end = ''] = seen;
  const told: string[] = [];
  for (const { session } of tabs) {
    const { url } = anyOf(processes);
    const tab = await connect(url, refreshToken, session);
    const { body } = await tab.ask(`${url}/wallet/api/v1/events?after=0`);
    const events = valueAt(body, 'events');
    for (const event of Array.isArray(events) ? events : [])
      if (textAt(event, 'type') === '3ds_result') told.push(textAt(event, 'status'));
  }
  const [status = ''] = end.split(' ');
  const captured = records[0]?.sandbox.captured;
  const isCaptured = captured === '10.00';
  const wasVoided = status === 'SUCCESS' && steps.includes('VOID') && captured === '0.00';
  const found = [
    ...(seen.size === 1 ? [] : [`processes disagree: ${[...seen].join(', ')}`]),
    ...(status === 'SUCCESS' || status === 'FAILURE' ? [] : [`it ended as ${status}`]),
    ...(isCaptured === (status === 'SUCCESS') || wasVoided ? [] : [`${status}, and ${captured} captured`]),
    ...(told.length === 1 && told[0] === status ? [] : [`${status}, told: ${told.join(', ') || 'nothing'}`]),
  ];
  return { end, found: found.map((fault) => `${fault} (${steps.join(', ')})`) };
}

import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { TransactionRecord } from 'embeddable-wallet/server';
import { proofSize, proofSizes } from '../../../tools/check/proof-sizes.ts';
import { keepProof } from '../../../tools/check/proofs/proof-rows.ts';
import { askAdmin } from '../../support/stack/admin-client.ts';
import { lookUp, refreshToken, textAt, valueAt } from '../../support/stack/service-client.ts';
import { connect, type WalletClient } from '../../support/stack/wallet-client.ts';
import { answerAtBank, type BankBox, openBox } from './bank.ts';
import { openReceiver, type Receiver } from './callback-receiver.ts';
import { anyOf, followUp, send, start, withParameters } from './merchant.ts';
import { type Service, type Services, startServices, stores } from './stores.ts';

const BEYOND_ITS_TIME = 901;
const AT_ONCE = 6;
const TOLD_WITHIN_MS = 60_000;
const STEPS = ['Y', 'Y', 'N', 'U', 'cancel', 'give up', 'VOID', 'Continue', 'open'] as const;
type Step = (typeof STEPS)[number];

for (const store of stores) {
  test(`on ${store} a challenge ends once and reports it, with a process killed meanwhile`, {
    tag: '@prove',
  }, async () => {
    const histories = proofSize('challengeEnds');
    test.setTimeout(120_000 + histories * 60_000);
    const receiver = await openReceiver({ ports: 1, failing: 0.2, hangMs: 300, isOver: () => true });
    const services = await startServices(store, { settings: { CALLBACK_RETRIES: 'fast' } });
    const ended: History[] = [];
    const faults: string[] = [];
    try {
      for (let count = 0; count < histories; count += 1) {
        const history = await run(services, receiver.url());
        ended.push(history);
        faults.push(...history.found);
      }
      faults.push(...(await untilTold(services, { ended, receiver })));
    } finally {
      await services.stop();
      receiver.close();
    }
    const ends = new Map<string, number>();
    for (const { end } of ended) ends.set(end, (ends.get(end) ?? 0) + 1);
    keepProof({
      what: `${proofSizes.challengeEnds.what}, ${services.processes.length} processes, ${store}`,
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
  readonly asked: BankBox;
};

/** How one ended, what was wrong with that, and what the merchant is to be told of it. */
type History = {
  readonly end: string;
  readonly found: readonly string[];
  readonly transactionId: string;
  readonly told: readonly string[];
};

async function run({ processes }: Services, callbackUrl: string): Promise<History> {
  const scene = await open(anyOf(processes).url, callbackUrl);
  const victim = anyOf(processes);
  const atOnce = Array.from({ length: AT_ONCE }, () => anyOf(STEPS));
  const after = Math.random() < 0.5 ? [anyOf(STEPS)] : [];
  const taken = atOnce.map(async (step) => {
    await delay(Math.random() * 40);
    // Whoever asks a process that is being killed gets no answer.
    await take(scene, step, anyOf(processes)).catch(() => {});
  });
  await delay(Math.random() * 80);
  await victim.stop('SIGKILL');
  await Promise.all(taken);
  await victim.start();
  for (const step of after) await take(scene, step, anyOf(processes));
  await untilNothingIsAsked(anyOf(processes).inspectorUrl);
  await askAdmin(anyOf(processes).inspectorUrl, '/api/clock', { advance_seconds: BEYOND_ITS_TIME });
  // Whoever is asked for the time takes it over.
  await Promise.all(processes.map(({ inspectorUrl }) => askAdmin(inspectorUrl, '/api/clock')));
  return judge(scene, processes, [...atOnce, ...after]);
}

/** A question whose asker was killed is asked again after half a minute, and no more after a quarter of an hour. */
async function untilNothingIsAsked(inspectorUrl: string) {
  await askAdmin(inspectorUrl, '/api/clock', { advance_seconds: 40 });
  const isAsked = async () => {
    const attempts = valueAt(await askAdmin(inspectorUrl, '/api/attempts'), 'attempts');
    return Array.isArray(attempts) && attempts.length > 0;
  };
  for (const giveUpAt = Date.now() + 30_000; (await isAsked()) && Date.now() < giveUpAt; ) await delay(100);
}

async function open(url: string, callback_url: string): Promise<Scene> {
  const shopper = await refreshToken(url, crypto.randomUUID());
  const tabs = [await connect(url, shopper), await connect(url, shopper)] as const;
  const ccToken = await tabs[0].handOver(url, '4242424242424242');
  const request = withParameters(start('SALE_3DS', '10.00'), { currency: 'GBP', ccToken, callback_url });
  const asked = await openBox(url, await send(url, request));
  return { refreshToken: shopper, tabs, asked };
}

async function take({ tabs, asked }: Scene, step: Step, service: Service) {
  const { url } = service;
  const { transactionId, boxPath } = asked;
  const challenge = `${url}/wallet/api/v1/challenges/${transactionId}`;
  if (step === 'VOID')
    return send(url, withParameters(followUp('VOID', transactionId, '10.00'), { currency: 'GBP' }));
  if (step === 'give up') return tabs[0].ask(`${challenge}/cancel`, {});
  if (step === 'Continue') return tabs[1].ask(`${challenge}/resume`, {});
  if (step === 'open') return fetch(url + boxPath);
  return answerAtBank(service, asked, step);
}

async function judge(scene: Scene, processes: readonly Service[], steps: readonly Step[]): Promise<History> {
  const { refreshToken, tabs } = scene;
  const { transactionId } = scene.asked;
  const records = await Promise.all(processes.map(({ url }) => lookUp(url, transactionId)));
  const seen = new Set(records.map((record) => `${record?.status} ${record?.sandbox.payment_state}`));
  const [end = ''] = seen;
  const heard: string[] = [];
  for (const { session } of tabs) {
    const { url } = anyOf(processes);
    const tab = await connect(url, refreshToken, { session });
    const { body } = await tab.ask(`${url}/wallet/api/v1/events?after=0`);
    const events = valueAt(body, 'events');
    for (const event of Array.isArray(events) ? events : [])
      if (textAt(event, 'type') === '3ds_result') heard.push(textAt(event, 'status'));
  }
  const [status = ''] = end.split(' ');
  const captured = records[0]?.sandbox.captured;
  const isCaptured = captured === '10.00';
  const wasVoided = status === 'SUCCESS' && steps.includes('VOID') && captured === '0.00';
  const found = [
    ...(seen.size === 1 ? [] : [`processes disagree: ${[...seen].join(', ')}`]),
    ...(status === 'SUCCESS' || status === 'FAILURE' ? [] : [`it ended as ${status}`]),
    ...(isCaptured === (status === 'SUCCESS') || wasVoided ? [] : [`${status}, and ${captured} captured`]),
    ...(heard.length === 1 && heard[0] === status
      ? []
      : [`${status}, heard: ${heard.join(', ') || 'nothing'}`]),
  ];
  return {
    end,
    transactionId,
    told: toldOf(records[0]),
    found: found.map((fault) => `${fault} (${steps.join(', ')})`),
  };
}

/** The callbacks that agree with the record of a payment, as `sayingOf` gives them. */
function toldOf({ status, metadata, sandbox }: TransactionRecord): readonly string[] {
  const isVoided =
    sandbox.payment_state === 'VOIDED' ||
    metadata.some(({ key, value }) => key === 'failure_code' && value === 'cancelled_by_merchant');
  const ofStart = status === 'SUCCESS' ? 'SALE_3DS_SUCCEEDED 1 SUCCESS' : 'SALE_3DS_FAILED 0 FAILURE';
  return [ofStart, ...(isVoided ? ['VOID_SUCCEEDED 1 SUCCESS'] : [])];
}

type Telling = { readonly ended: readonly History[]; readonly receiver: Receiver };

/** Waits until all is told that is to be told, and gives what is wrong with it. */
async function untilTold({ processes }: Services, { ended, receiver }: Telling): Promise<string[]> {
  // Past the time that an attempt of a process that was killed is waited for.
  await askAdmin(anyOf(processes).inspectorUrl, '/api/clock', { advance_seconds: 60 });
  const expected = ended.reduce((sum, { told }) => sum + told.length, 0);
  const taken = () => new Set(receiver.arrivals.filter(({ isTaken }) => isTaken).map(({ id }) => id)).size;
  const deadline = performance.now() + TOLD_WITHIN_MS;
  while (taken() < expected && performance.now() < deadline) await delay(50);
  // What should not be told would come about now, too.
  await delay(500);
  return ended.flatMap(({ transactionId, told }) => {
    const arrived = receiver.arrivals.filter(({ body }) => startOf(body) === transactionId);
    const heard = [...new Set(arrived.map(({ id, body }) => `${id} ${sayingOf(body)}`))];
    const sayings = heard.map((line) => line.slice(line.indexOf(' ') + 1)).sort();
    const isTaken = heard.every((line) =>
      arrived.some(({ id, isTaken }) => isTaken && line.startsWith(`${id} `)),
    );
    const isRight = isTaken && sayings.join() === [...told].sort().join();
    return isRight ? [] : [`${transactionId}: to be told ${told.join(', ')}, told ${heard.join(', ')}`];
  });
}

/** The first transaction of the payment that a callback tells of. */
function startOf(body: unknown): string {
  return textAt(body, 'transaction', 'ref_transaction_id') || textAt(body, 'transaction', 'transaction_id');
}

function sayingOf(body: unknown): string {
  const details = ['info', 'isSuccess'].map((name) => textAt(body, 'notification_details', name));
  return [...details, textAt(body, 'transaction', 'status')].join(' ');
}

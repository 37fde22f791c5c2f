import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { lookUp, refreshToken } from '../../../support/stack/service-client.ts';
import { connect } from '../../../support/stack/wallet-client.ts';
import { answerAtBank, openBox } from '../bank.ts';
import { anyOf, send, start, transactionIdOf, withParameters } from '../merchant.ts';
import { shopOnce } from '../shopping.ts';
import type { Service } from '../stores.ts';
import { turnsOf } from './turns.ts';

const WORKERS = 16;
/** Of visits: a shopper's; the others are a backend's. */
const SHOPPERS = 0.25;
/** Where the result of a challenge is not told for so long, it never is. */
const TOLD_WITHIN_MS = 20_000;

type Shopping = {
  readonly processes: readonly Service[];
  readonly callbackUrl: string;
  /** Resolves when the next request may go. */
  turn(): Promise<void>;
};

export type SoakLoad = {
  /** What went wrong, in words. */
  readonly faults: readonly string[];
  readonly requests: () => number;
  /** Resolves once nothing is under way. */
  pause(): Promise<void>;
  resume(): void;
};

/** Backends that bill and look up, shoppers who connect, hand over a card, are asked by the bank and hear the result. */
export function soakLoad(
  processes: readonly Service[],
  { perSecond, callbackUrl }: { readonly perSecond: number; readonly callbackUrl: string },
): SoakLoad {
  const faults: string[] = [];
  const turns = turnsOf(perSecond);
  const shopping = { processes, callbackUrl, turn: turns.next };
  let isPaused = false;
  let workers: Promise<unknown> = Promise.resolve();
  const work = async () => {
    while (!isPaused) {
      const visit = Math.random() < SHOPPERS ? visitAsShopper : visitAsBackend;
      await visit(shopping).catch((error) => faults.push(String(error)));
    }
  };
  const resume = () => {
    isPaused = false;
    workers = Promise.all(Array.from({ length: WORKERS }, work));
  };
  resume();
  return {
    faults,
    requests: turns.count,
    resume,
    async pause() {
      isPaused = true;
      await workers;
    },
  };
}

async function visitAsBackend({ processes, callbackUrl, turn }: Shopping) {
  const { url } = anyOf(processes);
  const id = await shopOnce(async (request) => {
    await turn();
    const reply = await send(url, withParameters(request, { callback_url: callbackUrl }));
    if (reply.status !== 200 && reply.status !== 402)
      throw new Error(`not billed: ${reply.status} ${reply.text}`);
    return transactionIdOf(reply);
  });
  await turn();
  if (!(await lookUp(url, id))) throw new Error(`not found: ${id}`);
}

const ENDS = { Y: 'SUCCESS', N: 'FAILURE', cancel: 'FAILURE' } as const;

async function visitAsShopper({ processes, callbackUrl, turn }: Shopping) {
  const service = anyOf(processes);
  const { url } = service;
  await turn();
  const token = await refreshToken(url, Math.random() < 0.5 ? randomUUID() : undefined);
  await turn();
  const wallet = await connect(url, token, { address: newAddress() });
  await turn();
  const stream = await wallet.follow(url);
  try {
    await Promise.all([turn(), turn()]);
    const ccToken = await wallet.handOver(url, '4242424242424242');
    const asking = { currency: 'GBP', ccToken, callback_url: callbackUrl };
    await Promise.all([turn(), turn()]);
    const asked = await openBox(url, await send(url, withParameters(start('SALE_3DS', '10.00'), asking)));
    const answer = anyOf(['Y', 'N', 'cancel'] as const);
    await turn();
    await answerAtBank(service, asked, answer);
    const isTold = await Promise.race([
      stream.until('event: 3ds_result'),
      delay(TOLD_WITHIN_MS, false, { ref: false }),
    ]);
    if (!isTold) throw new Error(`not told: ${asked.transactionId}`);
    await turn();
    const record = await lookUp(url, asked.transactionId);
    if (record?.status !== ENDS[answer]) throw new Error(`answered ${answer}, found ${record?.status}`);
  } finally {
    stream.hangUp();
  }
}

/** Each shopper has one: what is counted by address is not to grow for ever. */
function newAddress(): string {
  const part = () => Math.floor(Math.random() * 256);
  return `10.${part()}.${part()}.${part()}`;
}

export type OpenTab = { close(): Promise<void> };

/** A tab that a shopper leaves open: it follows its session and comes again where the stream ends. */
export function leaveTabOpen(processes: readonly Service[]): OpenTab {
  let isOpen = true;
  let hangUp = () => {};
  const follow = async () => {
    const address = newAddress();
    while (isOpen) {
      const { url } = anyOf(processes);
      const wallet = await connect(url, await refreshToken(url), { address });
      const stream = await wallet.follow(url);
      hangUp = stream.hangUp;
      await stream.until('never');
    }
  };
  const following = follow().catch((error) => {
    if (isOpen) throw error;
  });
  return {
    async close() {
      isOpen = false;
      hangUp();
      await following;
    },
  };
}

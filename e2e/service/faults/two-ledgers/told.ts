import { setTimeout as delay } from 'node:timers/promises';
import { lookUp, textAt, valueAt } from '../../../support/stack/service-client.ts';
import { anyOf, isKeyInUse, type Reply, type Request, send } from '../merchant.ts';
import type { Service } from '../stores.ts';
import type { Random } from './random.ts';

/** What the merchant or the shopper was told of one operation, and what was asked for. */
export type Told = {
  readonly transactionId: string;
  readonly method: string;
  /** Minor units; undefined: all of it. */
  readonly amount: number | undefined;
  /** `OK`, `PENDING` or `FAILURE` of the answer; of a sale at a provider what its shopper heard at last. */
  readonly status: string;
  /** A billing request can be sent again. */
  readonly billing: { readonly request: Request; readonly reply: Reply } | undefined;
};

/** What a load does and hears. */
export type Scene = {
  readonly processes: readonly Service[];
  readonly callbackUrl: string;
  readonly random: Random;
  readonly told: Told[];
  /** How often each refusal came, by its code: money was not asked for. */
  readonly refused: Map<string, number>;
  /** What boxes of challenges showed at last, and how often. */
  readonly boxes: Map<string, number>;
};

/** One more of a name. */
export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

const ANSWERED_WITHIN_MS = 180_000;
const ENDED_WITHIN_MS = 15_000;

/** Tries until an answer comes, at whichever process; undefined: this one did not answer. */
export async function untilAnswered<Answer>(
  { processes }: Pick<Scene, 'processes'>,
  ask: (service: Service) => Promise<Answer | undefined>,
): Promise<Answer> {
  const giveUpAt = Date.now() + ANSWERED_WITHIN_MS;
  let last = '';
  for (let waitMs = 150; Date.now() < giveUpAt; waitMs = Math.min(2 * waitMs, 2_400)) {
    const answer = await ask(anyOf(processes)).catch((error: unknown) => {
      last = String(error);
    });
    if (answer !== undefined) return answer;
    await delay(waitMs);
  }
  throw new Error(`Cannot go on: found no answer within ${ANSWERED_WITHIN_MS} ms, at last ${last}`);
}

/** Bills until it is answered, now and then twice at once. Undefined where it was refused. */
export async function bill(
  scene: Scene,
  request: Request,
): Promise<{ id: string; reply: Reply } | undefined> {
  const ask = async ({ url }: Service) => {
    const reply = await send(url, request);
    if (isAnswer(reply)) return reply;
    throw new Error(`${reply.status} ${reply.text.slice(0, 200)}`);
  };
  const twin = scene.random.chance(0.05) ? untilAnswered(scene, ask) : undefined;
  const reply = await untilAnswered(scene, ask);
  await twin;
  const { transaction, error } = JSON.parse(reply.text);
  if (transaction === undefined) {
    const words = [request.form['method'], valueAt(error, 'code') ?? reply.status, valueAt(error, 'param')];
    count(scene.refused, words.filter(Boolean).join(' '));
    return undefined;
  }
  const { method = '', amount } = request.form;
  const [id, status] = [textAt(transaction, 'transactionID'), textAt(transaction, 'status')];
  const minor = amount === undefined ? undefined : Math.round(Number(amount) * 100);
  scene.told.push({ transactionId: id, method, amount: minor, status, billing: { request, reply } });
  return { id, reply };
}

/** An answer for good: not that the service or the processor is away, nor that somebody is at it. */
const isAnswer = (reply: Reply) => reply.status < 500 && reply.status !== 429 && !isKeyInUse(reply);

/** The status of a transaction once it has ended, or as it is after a while. */
export async function statusAfter(scene: Scene, transactionId: string): Promise<string> {
  const read = () => untilAnswered(scene, ({ url }) => lookUp(url, transactionId));
  const giveUpAt = Date.now() + ENDED_WITHIN_MS;
  for (let waitMs = 250; ; waitMs *= 2) {
    const { status } = await read();
    if (status !== 'PENDING' || Date.now() > giveUpAt) return status;
    await delay(waitMs);
  }
}

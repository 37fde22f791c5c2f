import { setTimeout as pause } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import {
  type AcquirerCore,
  act,
  type CoreAnswer,
  dispute,
  emptyLedgerOf,
  find,
  forgetKeys,
} from './acquirer-core.ts';
import { type AcquirerFaultSwitches, AcquirerFaults } from './fault-switches.ts';
import { type AnswerMessage, DisputeMessage, QuestionMessage, refused } from './messages.ts';
import type { Notifier } from './notify.ts';
import { settlementOf } from './settlement.ts';

/** Says to whoever carries the answer that the connection breaks instead. */
export const DROP_HEADER = 'x-acquirer-drop';

export type AppOptions = {
  readonly core: AcquirerCore;
  readonly faults: AcquirerFaultSwitches;
  readonly apiKey: string;
  readonly sendDue: Notifier['sendDue'];
};

/** The acquirer's HTTP API: operations, their lookup, the report, and what it does wrong on purpose. */
export function createAcquirerApp(options: AppOptions): Hono {
  const { core, faults, apiKey } = options;
  const inProgress = new Set<string>();
  const app = new Hono();
  app.use((c, next) => (isFromNetwork(c) ? limitBody(c, next) : next()));
  app.get('/healthz', (c) => c.text('ok'));
  app.use('/v1/*', async (c, next) => {
    if (c.req.header('x-api-key') === apiKey) return next();
    return c.json(refused('key_missing', 'The API key is missing or unknown'), 401);
  });
  app.use('/v1/operations/*', async (c, next) => {
    if (faults.now().questions !== 'down') return next();
    faults.takeQuestionFault();
    return down(c);
  });
  app.post('/v1/operations', (c) => answerQuestion(c, { ...options, inProgress }));
  app.delete('/v1/operations', (c) => {
    emptyLedgerOf(core);
    return c.body(null, 204);
  });
  app.get('/v1/operations/:merchantAccount/:reference', (c) =>
    c.json(find(core, c.req.param('merchantAccount'), c.req.param('reference'))),
  );
  app.get('/v1/reports/:day', (c) => {
    const day = c.req.param('day');
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) return c.json(refused('day_invalid', 'Wanted YYYY-MM-DD'), 400);
    return c.json(settlementOf(core, day));
  });
  app.post('/v1/disputes', async (c) => {
    const message = await readJson(c, DisputeMessage);
    if (!message) return c.json(refused('malformed', 'Not a dispute'), 422);
    const answer = dispute(core, message);
    await options.sendDue();
    return c.json(answer, statusOf(answer));
  });
  app.get('/v1/faults', (c) => c.json(faults.now()));
  app.patch('/v1/faults', async (c) => {
    const change = await readJson(c, z.partial(AcquirerFaults));
    return change ? c.json(faults.change(change)) : c.json(refused('malformed', 'No such fault'), 422);
  });
  app.delete('/v1/faults', (c) => c.json(faults.clear()));
  app.delete('/v1/keys', (c) => {
    forgetKeys(core);
    return c.body(null, 204);
  });
  app.notFound((c) => c.json(refused('not_found', 'No such address'), 404));
  return app;
}

const limitBody = bodyLimit({ maxSize: 64 * 1024 });

/** Whoever calls without a socket sends no length; a stream would cost as much as the rest of the question. */
function isFromNetwork(c: Context): boolean {
  return c.req.header('content-length') !== undefined || c.req.header('transfer-encoding') !== undefined;
}

async function answerQuestion(c: Context, options: AppOptions & { readonly inProgress: Set<string> }) {
  const { core, faults, inProgress } = options;
  const key = c.req.header('idempotency-key') ?? '';
  const message = await readJson(c, QuestionMessage);
  if (!message || !/^[\x21-\x7e]{1,64}$/.test(key))
    return c.json(refused('malformed', 'Not a question'), 422);
  if (inProgress.has(key)) return busy(c);
  const fault = faults.takeQuestionFault();
  if (fault === 'inProgress') return busy(c);
  if (fault === 'dropBefore') return drop(c);
  inProgress.add(key);
  try {
    const { answer, slowMs } = act(core, key, message);
    if (fault === 'double') act(core, key, message);
    const { slowMs: extraMs, notifications } = faults.now();
    if (notifications === 'early') await options.sendDue(message);
    const waitMs = extraMs + (core.foretells ? 0 : slowMs);
    if (waitMs > 0) await pause(waitMs);
    if (fault === 'forgetKey') forgetKeys(core);
    if (fault === 'dropAfter' || fault === 'forgetKey') return drop(c);
    if (fault === 'errorAfter') return c.text('Internal error', 500);
    if (fault === 'unknownWord') return c.json({ ...answer, outcome: 'perhaps' });
    return c.json(core.foretells && slowMs > 0 ? withDelay(answer, slowMs) : answer, statusOf(answer));
  } finally {
    inProgress.delete(key);
  }
}

/** The service waits instead: a wait of 30 s is longer than an acquirer is waited for. */
function withDelay(answer: AnswerMessage, slowMs: number): AnswerMessage {
  const isEnd = answer.outcome === 'approved' || answer.outcome === 'declined';
  return isEnd ? { ...answer, simulated: { slowMs } } : answer;
}

const STATUSES: Readonly<Record<string, 409 | 422>> = { key_reused: 409 };

function statusOf(answer: CoreAnswer['answer']): 200 | 409 | 422 {
  return answer.outcome === 'refused' ? (STATUSES[answer.code] ?? 422) : 200;
}

function busy(c: Context) {
  c.header('retry-after', '1');
  return c.json(refused('key_in_progress', 'The question of this key is being worked on'), 409);
}

function down(c: Context) {
  return c.json(refused('down', 'The acquirer is down') satisfies AnswerMessage, 503);
}

function drop(c: Context) {
  c.header(DROP_HEADER, '1');
  return c.body(null, 500);
}

async function readJson<Shape extends z.ZodMiniType>(
  c: Context,
  shape: Shape,
): Promise<z.infer<Shape> | undefined> {
  try {
    const parsed = shape.safeParse(await c.req.json());
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

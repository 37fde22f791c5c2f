import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Engine, FromThread, ToThread } from '../engine.ts';
import { openPgliteInMemory } from './pglite.ts';
import { createRequestLoop } from './request-loop.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openPgliteInMemory();
});
afterAll(() => engine.close());
beforeEach(async () => {
  await engine.query('drop table if exists numbers', [], 'array');
  await engine.query('create table numbers (id integer primary key)', [], 'array');
});

const add = (...ids: number[]) =>
  ids.map((id) => ({ text: 'insert into numbers values ($1)', params: [id] }));
const batch = (id: number, ...ids: number[]): ToThread => ({ kind: 'batch', id, all: add(...ids) });
const query = (id: number, text: string): ToThread => ({
  kind: 'query',
  id,
  text,
  params: [],
  rowMode: 'array',
});

/** The answers in order to messages that come at once; `later` come while the first are worked on. */
async function ask(messages: readonly ToThread[], later: readonly ToThread[] = []) {
  const answers: FromThread[] = [];
  const batches = [messages, later];
  const serve = createRequestLoop(engine, { post: (message) => answers.push(message), flush: () => {} });
  await serve(() => batches.shift() ?? []);
  return answers.map((message) => {
    if (message.kind === 'notified') return message.payload;
    return message.kind === 'result'
      ? [message.id, ...message.result.rows.flat()]
      : [message.id, message.failure.code];
  });
}

const all = async () => (await engine.query('select id from numbers order by id', [], 'array')).rows.flat();
const waits = async () => (await engine.query('show synchronous_commit', [], 'array')).rows.flat();

test('createRequestLoop stores each for itself, behind the queries that came with it', async () => {
  const count = 'select count(*)::integer from numbers';
  const answers = await ask(
    [batch(1, 1, 2), query(2, count), batch(3, 2, 3), batch(4, 4)],
    [query(5, count)],
  );
  expect(answers).toEqual([[2, 0], [1], [3, '23505'], [4], [5, 3]]);
  expect(await all()).toEqual([1, 2, 4]);
});

test('createRequestLoop waits for the disk again once it has stored', async () => {
  await ask([batch(1, 1), batch(2, 2)]);
  expect(await waits()).toEqual(['on']);
  await ask([batch(3, 1), batch(4, 1)]);
  expect(await waits()).toEqual(['on']);
});

test('createRequestLoop stores nothing inside a transaction of somebody else', async () => {
  const answers = await ask(
    [
      batch(1, 1),
      { kind: 'begin' },
      query(2, 'insert into numbers values (2) returning id'),
      query(3, 'rollback'),
      batch(4, 4),
      { kind: 'begin' },
      query(5, 'insert into numbers values (5) returning id'),
    ],
    [query(6, 'rollback'), batch(7, 7)],
  );
  expect(answers.flat().sort()).toEqual([1, 2, 2, 3, 4, 5, 5, 6, 7]);
  expect(await all()).toEqual([1, 4, 7]);
});

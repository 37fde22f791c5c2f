import { expect, test } from 'vitest';
import { createMessageBatches } from './message-batches.ts';

function recordBatches() {
  const batches: string[][] = [];
  return { sent: batches, ...createMessageBatches<string>((messages) => batches.push([...messages])) };
}

test('createMessageBatches sends in one, in order, what is posted while promises settle', async () => {
  const { sent: batches, post } = recordBatches();
  post('one');
  await Promise.resolve();
  post('two');
  await Promise.resolve().then(() => post('three'));
  expect(batches).toEqual([]);
  await new Promise(setImmediate);
  post('four');
  await new Promise(setImmediate);
  expect(batches).toEqual([['one', 'two', 'three'], ['four']]);
});

test('createMessageBatches sends at once what is flushed, and nothing twice', async () => {
  const { sent: batches, post, flush } = recordBatches();
  post('one');
  flush();
  expect(batches).toEqual([['one']]);
  await new Promise(setImmediate);
  expect(batches).toEqual([['one']]);
});

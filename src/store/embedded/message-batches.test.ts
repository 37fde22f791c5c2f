import { expect, test } from 'vitest';
import { createMessageBatches } from './message-batches.ts';

function recordBatches() {
  const sent: string[][] = [];
  return { sent, ...createMessageBatches<string>((messages) => sent.push([...messages])) };
}

test('createMessageBatches sends in one, in order, what is posted while promises settle', async () => {
  const { sent, post } = recordBatches();
  post('one');
  await Promise.resolve();
  post('two');
  await Promise.resolve().then(() => post('three'));
  expect(sent).toEqual([]);
  await new Promise(setImmediate);
  post('four');
  await new Promise(setImmediate);
  expect(sent).toEqual([['one', 'two', 'three'], ['four']]);
});

test('createMessageBatches sends at once what is flushed, and nothing twice', async () => {
  const { sent, post, flush } = recordBatches();
  post('one');
  flush();
  expect(sent).toEqual([['one']]);
  await new Promise(setImmediate);
  expect(sent).toEqual([['one']]);
});

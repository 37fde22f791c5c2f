import { expect, test } from 'vitest';
import { postedTogether } from './message-batches.ts';

function posting() {
  const sent: string[][] = [];
  return { sent, ...postedTogether<string>((messages) => sent.push([...messages])) };
}

test('postedTogether sends in one, in order, what is posted while promises settle', async () => {
  const { sent, post } = posting();
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

test('postedTogether sends at once what is flushed, and nothing twice', async () => {
  const { sent, post, flush } = posting();
  post('one');
  flush();
  expect(sent).toEqual([['one']]);
  await new Promise(setImmediate);
  expect(sent).toEqual([['one']]);
});

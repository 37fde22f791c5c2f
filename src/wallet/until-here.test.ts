import { expect, test, vi } from 'vitest';
import { untilHere } from './until-here.ts';

test('untilHere fetches once for all who want it', async () => {
  const fetchOnce = vi.fn(async () => ({}));
  const part = untilHere(fetchOnce);
  const [one, other] = await Promise.all([part(), part()]);
  expect(one).toBe(other);
  expect(await part()).toBe(one);
  expect(fetchOnce).toHaveBeenCalledOnce();
});

test('untilHere tells all who wait of a loss, and fetches anew for the next', async () => {
  const fetchOnce = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('lost'));
  const part = untilHere(fetchOnce);
  const lost = await Promise.allSettled([part(), part()]);
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await part()).toBe('here');
  expect(fetchOnce).toHaveBeenCalledTimes(2);
});

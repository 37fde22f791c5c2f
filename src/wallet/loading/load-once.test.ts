import { expect, test, vi } from 'vitest';
import { loadOnce } from './load-once.ts';

test('loadOnce fetches once for all who want it', async () => {
  const fetchOnce = vi.fn(async () => ({}));
  const part = loadOnce(fetchOnce);
  const [one, other] = await Promise.all([part(), part()]);
  expect(one).toBe(other);
  expect(await part()).toBe(one);
  expect(fetchOnce).toHaveBeenCalledOnce();
});

test('loadOnce tells all who wait of a loss, and fetches anew for the next', async () => {
  const fetchOnce = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('lost'));
  const part = loadOnce(fetchOnce);
  const lost = await Promise.allSettled([part(), part()]);
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await part()).toBe('here');
  expect(fetchOnce).toHaveBeenCalledTimes(2);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chunkLoader, scriptLoader } from './script-loader.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});

/** What is added to it ends up in a comment. */
const ADDRESS = 'data:text/javascript,export const again = import.meta.url; //';

describe('script', () => {
  it('rejects what does not come within 20 s, for all who wait, and asks for it anew at another address', async () => {
    const fetchScript = scriptLoader(ADDRESS, never);
    const asked = Promise.allSettled([fetchScript(), fetchScript()]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await fetchScript()).toMatchObject({ again: expect.stringMatching(/\?\d+$/) });
  });

  it('asks anew at another address where it was lost', async () => {
    const fetchScript = scriptLoader(ADDRESS, () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(fetchScript()).rejects.toThrow('Failed to fetch');
    expect(await fetchScript()).toMatchObject({ again: expect.stringMatching(/\?\d+$/) });
  });

  it('takes what was given up and comes first after all', async () => {
    let come: (module: object) => void = () => {};
    const fetchScript = scriptLoader<object>(ADDRESS, () => new Promise((resolve) => (come = resolve)));
    const asked = fetchScript().catch(() => 'given up');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await asked).toBe('given up');
    come({ late: true });
    expect(await fetchScript()).toEqual({ late: true });
  });
});

describe('chunk', () => {
  it('names the address that stands in the text of what fetches it', async () => {
    const fetchFirst = Object.assign(never, { toString: () => '() => import(`./part-a_b-C1.js`)' });
    const asked = chunkLoader(fetchFirst)().catch(({ message }) => message);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await asked).toBe('Loading ./part-a_b-C1.js: found no answer');
  });
});

/** More than a slow line takes for the largest, and less than the patience of who has pressed Pay. */
const TIMEOUT_MS = 20_000;

/**
 * A part of the wallet that comes later, as `() => import('./part.ts')`. The address stands in the function's text, where
 * the build puts it.
 */
export const chunk = <Module>(fetchFirst: () => Promise<Module>): (() => Promise<Module>) =>
  script(/\.\/[\w-]+\.js/.exec(`${fetchFirst}`)?.[0] ?? '', fetchFirst);

/**
 * A script that comes later. Rejects where it was lost, and after 20 s without an answer, and may then be called again. A
 * browser remembers a module by its address while it waits for it, and some Chromium versions where it failed: the next
 * try adds to the address. One that was given up may come after all, and is taken if it is the first.
 */
export function script<Module = unknown>(
  address: string,
  fetchFirst: () => Promise<Module> = () => import(/* @vite-ignore */ address),
): () => Promise<Module> {
  const givenUp: Promise<Module>[] = [];
  let query = '';
  return async () => {
    const coming = query ? import(/* @vite-ignore */ address + query) : fetchFirst();
    const late = new Promise<never>((_, reject) => {
      setTimeout(reject, TIMEOUT_MS, new Error(`Loading ${address}: found no answer`));
    });
    try {
      return await Promise.race([coming, late, ...givenUp]);
    } catch (error) {
      query = `?${Date.now()}`;
      givenUp.push(coming.catch(() => new Promise<never>(() => {})));
      throw error;
    }
  };
}

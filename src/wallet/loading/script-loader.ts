/** Longer than a slow network takes for the largest script, shorter than a shopper waits after pressing Pay. */
const TIMEOUT_MS = 20_000;

/**
 * Loads a chunk of the wallet, given as `() => import('./part.ts')`. It reads the address from the function's text, where
 * the build puts it.
 */
export const chunkLoader = <Module>(fetchFirst: () => Promise<Module>): (() => Promise<Module>) =>
  scriptLoader(/\.\/[\w-]+\.js/.exec(`${fetchFirst}`)?.[0] ?? '', fetchFirst);

/**
 * Loads a script. Rejects if that fails, and after 20 s without an answer; then it may be called again. The next try adds a
 * query to the address: browsers remember a pending module by its address, and some Chromium versions a failed one too. A
 * request that timed out still counts if it answers first.
 */
export function scriptLoader<Module = unknown>(
  address: string,
  fetchFirst: () => Promise<Module> = () => import(/* @vite-ignore */ address),
): () => Promise<Module> {
  const abandoned: Promise<Module>[] = [];
  let query = '';
  return async () => {
    const module = query ? import(/* @vite-ignore */ address + query) : fetchFirst();
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(reject, TIMEOUT_MS, new Error(`Loading ${address}: found no answer`));
    });
    try {
      return await Promise.race([module, timeout, ...abandoned]);
    } catch (error) {
      query = `?${Date.now()}`;
      abandoned.push(module.catch(() => new Promise<never>(() => {})));
      throw error;
    }
  };
}

/** Fetched once for all who want it; where it was lost on the way, the next who wants it has it fetched anew. */
export function untilHere<Value>(fetchOnce: () => Promise<Value>): () => Promise<Value> {
  let coming: Promise<Value> | undefined;
  return () => {
    coming ??= fetchOnce().catch((error) => {
      coming = undefined;
      throw error;
    });
    return coming;
  };
}

/**
 * A chunk, which may be asked for again where it was lost. Some Chromium versions remember a module that failed by its
 * address, which their error names: the next try adds to it.
 */
export function chunk<Module>(fetchFirst: () => Promise<Module>): () => Promise<Module> {
  let lost: string | undefined;
  return async () => {
    try {
      return lost ? await import(/* @vite-ignore */ `${lost}?${Date.now()}`) : await fetchFirst();
    } catch (error) {
      lost = /https?:[^ ?]+/.exec(String(error))?.[0];
      throw error;
    }
  };
}

declare global {
  /**
   * A part of the wallet, which may be asked for again where it was lost; the document's loader brings it. Some Chromium
   * versions remember a module that failed by its address, which their error names: the next try adds to it.
   */
  var chunk: <Module>(fetchFirst: () => Promise<Module>) => () => Promise<Module>;
}

/** Fetched once for all who want it; where it was lost on the way, the next who wants it has it fetched anew. */
export function loadOnce<Value>(fetchOnce: () => Promise<Value>): () => Promise<Value> {
  let coming: Promise<Value> | undefined;
  return () => {
    coming ??= fetchOnce().catch((error) => {
      coming = undefined;
      throw error;
    });
    return coming;
  };
}

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

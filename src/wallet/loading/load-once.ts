/** Fetches once for all callers. After a failure the next caller fetches again. */
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

/** Fetches once for all callers. After a failure the next caller fetches again. */
export function loadOnce<Value>(fetchOnce: () => Promise<Value>): () => Promise<Value> {
  let promise: Promise<Value> | undefined;
  return () => {
    promise ??= fetchOnce().catch((error) => {
      promise = undefined;
      throw error;
    });
    return promise;
  };
}

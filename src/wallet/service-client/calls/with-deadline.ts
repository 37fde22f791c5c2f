type Limits = { readonly ms: number; readonly outer: AbortSignal };

/** Aborts `work` after `ms`, or with `outer`. Not all supported browsers have `AbortSignal.any`. */
export async function withDeadline<Value>(
  { ms, outer }: Limits,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const own = new AbortController();
  const abort = () => own.abort();
  if (outer.aborted) abort();
  outer.addEventListener('abort', abort);
  const timer = setTimeout(abort, ms);
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  }
}

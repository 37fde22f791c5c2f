/** Settles as `promise` does, unless the lifetime ends first: then rejects with the reason it ended for. */
export function within<Value>(lifetime: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const forget = atEnd(lifetime, () => reject(lifetime.reason));
    promise.then(resolve, reject).finally(forget);
  });
}

/** Runs `act` once when the lifetime ends, at once if it has ended. Returns how to call that off. */
export function atEnd(lifetime: AbortSignal, act: () => void): () => void {
  if (lifetime.aborted) act();
  lifetime.addEventListener('abort', act);
  return () => lifetime.removeEventListener('abort', act);
}

/** Runs `act` after so long, unless the lifetime ends before. Returns how to call that off. */
export function after(ms: number, lifetime: AbortSignal, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  const stop = () => clearTimeout(timer);
  atEnd(lifetime, stop);
  return stop;
}

/** Resolves after so long. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Settles like `promise`, or rejects with the lifetime's reason if that ends first. */
export function within<Value>(lifetime: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = atEnd(lifetime, () => reject(lifetime.reason));
    promise.then(resolve, reject).finally(stop);
  });
}

/** Runs `act` when the lifetime ends, or now if it has ended. Returns a function that cancels it. */
export function atEnd(lifetime: AbortSignal, act: () => void): () => void {
  if (lifetime.aborted) act();
  lifetime.addEventListener('abort', act);
  return () => lifetime.removeEventListener('abort', act);
}

/** Runs `act` after this time, unless the lifetime ends first. Returns a function that cancels it. */
export function after(ms: number, lifetime: AbortSignal, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  const stop = () => clearTimeout(timer);
  atEnd(lifetime, stop);
  return stop;
}

/** Resolves after this time. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

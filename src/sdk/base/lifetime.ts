/** Settles as `promise` does, unless the lifetime ends first: then rejects with the reason it ended for. */
export function within<Value>(lifetime: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = () => reject(lifetime.reason);
    if (lifetime.aborted) end();
    lifetime.addEventListener('abort', end, { once: true });
    promise.then(resolve, reject).finally(() => lifetime.removeEventListener('abort', end));
  });
}

/** Runs `act` once when the lifetime ends, at once if it has ended. */
export function atEnd(lifetime: AbortSignal, act: () => void): void {
  if (lifetime.aborted) act();
  else lifetime.addEventListener('abort', act, { once: true });
}

/** Resolves once the browser has had its turn. */
export function endOfTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** What `task` returns, or undefined if it throws. */
export function attempt<Value>(task: () => Value): Value | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}

/** Runs `work` for each value, `most` at once. What one raises is raised once the others have ended. */
export async function eachAtOnce<Value>(
  values: AsyncIterable<Value>,
  most: number,
  work: (value: Value) => Promise<void>,
): Promise<void> {
  const open = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const value of values) {
    const running = work(value)
      .catch((error: unknown) => {
        failures.push(error);
      })
      .finally(() => open.delete(running));
    open.add(running);
    if (open.size >= most) await Promise.race(open);
    if (failures.length > 0) break;
  }
  await Promise.all(open);
  if (failures.length > 0) throw failures[0];
}

const AT_ONCE = 24;

/** Asks for each, some at once; the results in their order. */
export async function eachOf<Value, Result>(
  values: readonly Value[],
  ask: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = values.entries();
  const work = async () => {
    for (const [index, value] of left) results[index] = await ask(value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

const DEEPEST = 10;

/** The error and all its causes; Drizzle wraps what the store raises. */
export function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at instanceof Error && chain.length < DEEPEST; at = at.cause) chain.push(at);
  return chain;
}

/** What may be logged of an error. Messages of the store carry the parameters of a query, so they are left out. */
export function errorLogFields(error: unknown): { error: string; at: string | undefined } {
  if (!(error instanceof Error)) return { error: typeof error, at: undefined };
  const inner = error.cause instanceof Error ? ` <- ${label(error.cause)}` : '';
  return { error: label(error) + inner, at: firstFrame(error) };
}

function label(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return error.name + code;
}

/** The stack's first line is the message, which may span lines; frames start with "at". */
function firstFrame(error: Error): string | undefined {
  return error.stack
    ?.split('\n')
    .find((line) => /^\s+at /.test(line))
    ?.trim();
}

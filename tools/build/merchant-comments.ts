/**
 * Comments as a merchant reads them: without the sentences that begin with `Spec:`, `Rule:` or `Chosen:`, which are for whoever
 * changes the code, and without what the specification does not show.
 */
export function withMerchantComments(code: string): string {
  const told = code.replaceAll(/[ \t]*\/\*\*.*?\*\/\n?/gs, (comment) => {
    const kept = comment
      .replaceAll(/\s+(?:\* )?(?:Spec|Rule|Chosen): .*?\.(?=\s)/gs, '')
      .replaceAll(/\s\([^)]* not shown\)/g, '')
      .replace(/(?:\n\s*\*)*\n(\s*)\*\/(\n?)$/, '\n$1*/$2');
    return /\w/.test(kept) ? kept : '';
  });
  const note = told.match(/.*(?:(?:Spec|Rule|Chosen):|\w\.md\b).*/)?.[0];
  if (note)
    throw new Error(
      `Writing declarations: found "${note.trim()}", wanted nothing for whoever changes the code`,
    );
  return told;
}

/**
 * Comments as a merchant reads them: without the sentences that begin with `Chosen:`, which refer to the makers' design
 * notes, and without what the specification does not show.
 */
export function withMerchantComments(code: string): string {
  const told = code.replaceAll(/[ \t]*\/\*\*.*?\*\/\n?/gs, (comment) => {
    const kept = comment
      .replaceAll(/\s+(?:\* )?Chosen: .*?\.(?=\s)/gs, '')
      .replaceAll(/\s\((?:[^)]* not shown|\w[\w-]*\.md[^)]*)\)/g, '')
      .replace(/(?:\n\s*\*)*\n(\s*)\*\/(\n?)$/, '\n$1*/$2');
    return /\w/.test(kept) ? kept : '';
  });
  const note = told.match(/.*(?:Chosen:|\w\.md\b).*/)?.[0];
  if (note) throw new Error(`Writing declarations: found "${note.trim()}", wanted no design note`);
  return told;
}

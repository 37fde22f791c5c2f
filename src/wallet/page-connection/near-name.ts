/** Most edits between a name and its misspelling; fewer for short names, of which at least half must be right. */
const SLIPS = 2;

/** The name of which `written` is probably a misspelling, for a message; undefined if none is near. */
export function nearName(written: string, names: readonly string[]): string | undefined {
  const near = names
    .map((name) => ({ name, slips: slipsBetween(written.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.slips - other.slips)[0];
  return near && near.slips <= SLIPS && near.slips <= near.name.length / 2 ? near.name : undefined;
}

/** Levenshtein distance: letters inserted, deleted or replaced. */
function slipsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, wanted] of [...other].entries()) {
      const [above = 0, before = 0, left = 0] = [row[index + 1], row[index], next[index]];
      next.push(Math.min(above + 1, left + 1, before + (letter === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

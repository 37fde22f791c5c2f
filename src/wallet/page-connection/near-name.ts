/** Most edits between a name and its misspelling; fewer for short names, of which at least half must be right. */
const MOST_EDITS = 2;

/** The name of which `input` is probably a misspelling, for a message; undefined if none is near. */
export function nearName(input: string, names: readonly string[]): string | undefined {
  const nearest = names
    .map((name) => ({ name, edits: editDistance(input.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits)[0];
  return nearest && nearest.edits <= MOST_EDITS && nearest.edits <= nearest.name.length / 2
    ? nearest.name
    : undefined;
}

/** Levenshtein distance: letters inserted, deleted or replaced. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, otherLetter] of [...other].entries()) {
      const [above = 0, before = 0, left = 0] = [row[index + 1], row[index], next[index]];
      next.push(Math.min(above + 1, left + 1, before + (letter === otherLetter ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

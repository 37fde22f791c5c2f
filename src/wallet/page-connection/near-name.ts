/** Of so many slips a word that was meant is still seen, unless they are more than half of it. */
const SLIPS = 2;

/** The name that `written` is a slip of the keyboard away from, for a message; undefined where none is near. */
export function nearName(written: string, names: readonly string[]): string | undefined {
  const near = names
    .map((name) => ({ name, slips: slipsBetween(written.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.slips - other.slips)[0];
  return near && near.slips <= SLIPS && near.slips <= near.name.length / 2 ? near.name : undefined;
}

/** Levenshtein's distance: letters put in, left out or replaced. */
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

const PROBES = ['A', 'B', 'C', 'D'] as const;

/**
 * The separators of a locale's list of alternatives, by the keys of its texts. They are computed at build time, because a
 * browser takes 13 ms for its first `Intl.ListFormat`, half as long as the form's hydration.
 */
export function listSeparators(tag: string): Record<string, string> {
  const format = new Intl.ListFormat(tag, { type: 'disjunction' });
  const literals = (count: number) =>
    format
      .formatToParts(PROBES.slice(0, count))
      .filter(({ type }) => type === 'literal')
      .map(({ value }) => value);
  const [pair, ...afterPair] = literals(2);
  const [first, middle, last, ...afterLast] = literals(4);
  const isPlain = afterPair.length + afterLast.length === 0 && first === middle;
  if (!isPlain || pair === undefined || middle === undefined || last === undefined) {
    throw new Error(
      `Compiling locale "${tag}": found "${format.format(PROBES)}", wanted separators between items only`,
    );
  }
  return { 'list.or.pair': pair, 'list.or.middle': middle, 'list.or.last': last };
}

const PROBES = ['A', 'B', 'C', 'D'] as const;

/**
 * What a locale puts between alternatives, by the keys of its texts. Found here because a browser takes 13 ms for its
 * first `Intl.ListFormat`, half of what the whole form takes to come to life.
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
      `Compiling locale "${tag}": found "${format.format(PROBES)}", wanted joints between items alone`,
    );
  }
  return { 'list.or.pair': pair, 'list.or.middle': middle, 'list.or.last': last };
}

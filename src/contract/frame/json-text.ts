/**
 * JSON of the value itself. Libraries have taught arrays and texts a `toJSON` of their own, which would write them as other texts;
 * that of an object, as a date's, counts.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, name, said) {
    const own = this[name];
    return Array.isArray(own) || own !== Object(own) ? own : said;
  });
}

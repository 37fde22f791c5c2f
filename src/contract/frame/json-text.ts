/**
 * `JSON.stringify` that ignores a `toJSON` of arrays, texts and numbers: some libraries add one, and it would change the result.
 * That of an object, such as a `Date`, is used.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, name, said) {
    const own = this[name];
    return Array.isArray(own) || own !== Object(own) ? own : said;
  });
}

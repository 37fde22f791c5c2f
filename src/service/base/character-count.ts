/** Code points: what people count, and what OpenAPI's lengths are. Not UTF-16's units, two of which make an emoji. */
export function characterCount(text: string): number {
  return [...text].length;
}

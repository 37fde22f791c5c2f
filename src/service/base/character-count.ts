/** Counts code points, as people and OpenAPI's lengths do. In UTF-16 an emoji takes two units. */
export function characterCount(text: string): number {
  return [...text].length;
}

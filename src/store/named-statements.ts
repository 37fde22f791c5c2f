/** Statements that are built once; a connection has each parsed and planned once, too, by its name. */
const names = new Map<string, string>();

export function nameStatement(text: string): string {
  const name = names.get(text) ?? `s${names.size + 1}`;
  names.set(text, name);
  return name;
}

export const nameOfStatement = (text: string): string | undefined => names.get(text);

/** Values under their names. Node 20 has no `Map.groupBy`. */
export function groupsOf<Value>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
): Map<string, [Value, ...Value[]]> {
  const groups = new Map<string, [Value, ...Value[]]>();
  for (const value of values) {
    const group = groups.get(nameOf(value));
    if (group) group.push(value);
    else groups.set(nameOf(value), [value]);
  }
  return groups;
}

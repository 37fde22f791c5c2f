export type Row = {
  readonly what: string;
  readonly measured: string;
  readonly goal: string;
  readonly reached: boolean;
};

export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ what, measured, goal, reached }) => [
    what,
    measured,
    goal,
    reached ? 'yes' : 'NO',
  ]);
  const all = [['what', 'measured', 'goal', 'reached'], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const lines = all.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

type Table = {
  readonly names: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
};

/** The names in the first row of a CSV text (RFC 4180), and the other rows by them. Throws for a row of another length. */
export function parseCsv(text: string): Table {
  const [names = [], ...lines] = rowsOf(text.replace(/^\ufeff/, ''));
  const rows = lines.map((cells, index) => {
    if (cells.length !== names.length) {
      throw new Error(`Cannot read row ${index + 2}: found ${cells.length} cells, wanted ${names.length}`);
    }
    return Object.fromEntries(names.map((name, column) => [name, cells[column] ?? '']));
  });
  return { names, rows };
}

const cell = /"((?:[^"]|"")*)"|[^",\r\n]*/y;
const separator = /,|\r?\n|$/y;

function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    cell.lastIndex = at;
    const [whole = '', quoted] = cell.exec(text) ?? [];
    row.push(quoted === undefined ? whole : quoted.replaceAll('""', '"'));
    separator.lastIndex = at + whole.length;
    const end = separator.exec(text);
    if (!end) throw new Error(`Cannot read the cell at character ${at}: found no comma after it`);
    at += whole.length + end[0].length;
    if (end[0] === ',' && at === text.length) row.push('');
    if (end[0] === ',' && at < text.length) continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

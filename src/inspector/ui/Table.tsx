import type { ComponentChildren } from 'preact';

export type Column<Row> = {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** `wide`: hidden on phones. `end`: aligned to the end, as amounts are. */
  readonly kind?: 'wide' | 'end';
};

type Props<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** On a phone each row becomes a block, with the heads beside the values. */
  readonly isStacked?: boolean;
};

/** A table. The link in the first cell is the link of its row. */
export function Table<Row>({ label, columns, rows, keyOf, isStacked = false }: Props<Row>) {
  const classOf = ({ kind }: Column<Row>) => (kind === undefined ? undefined : `cell-${kind}`);
  return (
    <div class="table-box">
      <table class={isStacked ? 'table table-stacked' : 'table'} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" class={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.head} class={classOf(column)} data-head={column.head}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

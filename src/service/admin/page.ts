const SIZE = 50;

/** Rows to read for one page: one more than it shows tells whether another follows. */
export const PAGE_READ = SIZE + 1;

/** What a page shows of the rows that were read, and where the next one begins; null after the last. */
export function pageOf<Row>(rows: readonly Row[], placeOf: (row: Row) => number) {
  const page = rows.slice(0, SIZE);
  const last = page.at(-1);
  return { page, next: rows.length > SIZE && last !== undefined ? placeOf(last) : null };
}

export const PAGE_SIZE = 50;

/** Rows to read for one page. The extra row tells whether another page follows. */
export const PAGE_READ = PAGE_SIZE + 1;

/** The rows that a page shows, and where the next page begins; null after the last page. */
export function pageOf<Row, Place>(rows: readonly Row[], placeOf: (row: Row) => Place) {
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return { page, next: rows.length > PAGE_SIZE && last !== undefined ? placeOf(last) : null };
}

import { useSignal } from '@preact/signals';
import type { Resource } from './resource.ts';
import { useResource } from './use-resource.ts';

type Rows<Row, Next> = { readonly rows: readonly Row[]; readonly next: Next | null };

type PagedListOptions<Row, Next, First> = {
  /** `before`: `next` of the previous page; undefined for the first. */
  load(before?: Next): Promise<First & Rows<Row, Next>>;
  /** As in `useResource`; only while the first page alone is shown, as new rows would move the others. */
  readonly everyMs?: number;
};

type PagedList<Row, Next, First> = {
  /** The rows of all pages that are shown. */
  readonly resource: Resource<First & Rows<Row, Next>>;
  /** Shows another page; null when there is none. */
  more(shown: Rows<Row, Next>): (() => Promise<void>) | null;
};

/** A list in pages. A reload loads all pages that are shown. `First`: further members of the first page. */
export function useMore<Row, Next, First = unknown>({
  load,
  everyMs,
}: PagedListOptions<Row, Next, First>): PagedList<Row, Next, First> {
  /** The least number of rows to load. */
  const least = useSignal(0);
  const resource = useResource({
    load: () => loadRows(load, least.peek()),
    ...(everyMs !== undefined && least.value === 0 && { everyMs }),
  });
  return {
    resource,
    more: ({ rows, next }) =>
      next === null
        ? null
        : async () => {
            const before = least.peek();
            least.value = rows.length + 1;
            try {
              await resource.reloadOrThrow();
            } catch (error) {
              least.value = before;
              throw error;
            }
          },
  };
}

async function loadRows<Row, Next, First>(
  load: PagedListOptions<Row, Next, First>['load'],
  least: number,
): Promise<First & Rows<Row, Next>> {
  const first = await load();
  let { rows, next } = first;
  while (next !== null && rows.length < least) {
    const page = await load(next);
    rows = [...rows, ...page.rows];
    next = page.next;
  }
  return { ...first, rows, next };
}

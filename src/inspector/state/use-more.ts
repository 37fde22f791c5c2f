import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Resource } from './resource.ts';
import { useResource } from './use-resource.ts';

type Page<Row, Next> = { readonly rows: readonly Row[]; readonly next: Next | null };

type PagedListOptions<Row, Next, First> = {
  /** `before`: `next` of the previous page; undefined for the first. */
  load(before?: Next): Promise<First & Page<Row, Next>>;
  readonly key: string;
  readonly everyMs?: number;
};

type PagedList<Row, Next, First> = {
  readonly of: Resource<First & Page<Row, Next>>;
  /** All rows so far. */
  rowsWith(first: Page<Row, Next>): readonly Row[];
  /** Null when there are no more. */
  more(first: Page<Row, Next>): (() => Promise<void>) | null;
};

/**
 * A list in pages. The first page is reloaded until a second one is loaded, whose rows new ones would move. `First`: further
 * members of a page.
 */
export function useMore<Row, Next, First = unknown>(
  listing: PagedListOptions<Row, Next, First>,
): PagedList<Row, Next, First> {
  const { load, key, everyMs } = listing;
  const of = useResource({ load: () => load(), key, ...(everyMs !== undefined && { everyMs }) });
  const allRows = useSignal<Page<Row, Next> | null>(null);
  useEffect(() => {
    allRows.value = null;
  }, [key]);
  return {
    of,
    rowsWith: (first) => allRows.value?.rows ?? first.rows,
    more(first) {
      const lastPage = allRows.value ?? first;
      const { next } = lastPage;
      if (next === null) return null;
      return async () => {
        const page = await load(next);
        allRows.value = { rows: [...lastPage.rows, ...page.rows], next: page.next };
      };
    },
  };
}

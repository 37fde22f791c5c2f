import { computed, createModel, signal } from '@preact/signals';

/** Pages by their name in the address. */
const pageNames = [
  'overview',
  'payments',
  'callbacks',
  'undecided',
  'reconciliation',
  'page-guard',
  'requests',
  'sessions',
  'clock',
  'faults',
  'accounts',
  'audit',
  'reset',
] as const;
export type PageName = (typeof pageNames)[number];

/** A place in the inspector: `#/payments?search=…` or `#/payments/<id>`. An address shows a page and changes nothing. */
export type Place = {
  /** Null if there is no such page. */
  readonly page: PageName | null;
  readonly id: string | null;
  readonly query: URLSearchParams;
};

export function readPlace(hash: string): Place {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page = '', id = ''] = path.split('/').map(decode);
  return {
    page: pageNames.find((name) => name === (page || 'overview')) ?? null,
    id: id === '' ? null : id,
    query: new URLSearchParams(search),
  };
}

/** Leaves a malformed part as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

type Query = Readonly<Record<string, string | number | null | undefined>>;
type AddressParts = { readonly id?: string; readonly query?: Query };

export function addressOf(page: PageName, { id, query = {} }: AddressParts = {}): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(parameters).toString();
  const path = id === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(id)}`;
  return search === '' ? path : `${path}?${search}`;
}

/** The current place, by the address's fragment. */
export const Route = createModel(() => {
  const hash = signal('');
  const account = signal<string | null>(null);
  const place = computed(() => readPlace(hash.value));
  const read = () => {
    hash.value = location.hash;
    account.value = place.value.query.get('account') ?? account.value;
  };
  read();
  addEventListener('hashchange', read);
  return {
    place,
    /** The last account that an address named, so that it stays chosen on the next page. */
    account: computed(() => account.value),
    /** Replaces the address without a history entry, as for a change of filters. */
    replace(address: string) {
      history.replaceState(null, '', address);
      read();
    },
  };
});
export type Route = InstanceType<typeof Route>;

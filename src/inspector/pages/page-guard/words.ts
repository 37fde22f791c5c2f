import type { AdminPageItem, AlarmKind } from '../../../contract/admin/page-guard.ts';

/** What each kind of item is called. A kind of another release is shown by its name. */
export const kindWords: Readonly<Record<string, string>> = {
  script: 'Script',
  inline: 'Script in the page',
  handler: 'Event attribute',
  file: 'Script’s content',
  frame: 'Frame',
  form: 'Form’s target',
  base: 'Base address',
  field: 'Input that asks for a card',
  overlay: 'Over the wallet',
  patch: 'Replaced function',
  listener: 'Listener to typing',
  worker: 'Service worker',
  connect: 'Asks',
  leave: 'Goes to',
  pin: 'Hash in the tag',
  policy: 'Policy in the page',
  header: 'Header',
  answer: 'Answer',
};

export const alarmWords: Readonly<Record<AlarmKind, string>> = {
  page: 'A page that nobody has approved',
  new: 'New',
  changed: 'Changed',
  gone: 'Gone',
  silent: 'It does not report any more',
  full: 'More was reported than is stored',
};

/** Who has seen it. */
export function seenBy({ last_reported_at: reported, last_visited_at: visited }: AdminPageItem): string {
  if (reported && visited) return 'page and service';
  return reported ? 'page' : 'service';
}

/** A place as text: where it is a digest, its beginning. */
export const placeText = (place: string): string =>
  /^[A-Za-z0-9+/]{43}=$/.test(place) ? `text ${place.slice(0, 10)}…` : place;

import { isRun, type PageItemKind, placeOf, queryOf } from './page-items.ts';

/**
 * Takes a thing that was seen: what it is, where it is from, and what it holds, of which a digest is kept. Without a place, that is
 * the outline of what it holds.
 */
export type AddItem = (kind: PageItemKind, place: string, content?: string) => void;

/** An element, as a browser or a parser has it. */
export type PageElement = {
  readonly localName: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  readonly textContent: string | null;
  readonly baseURI: string;
};

/** Of browsers and of Node. */
declare const URL: new (address: string, base: string) => { readonly href: string; readonly origin: string };

/** Records an element that runs, sends or asks for something. Throws where its address is none. */
export function recordElement(add: AddItem, element: PageElement): void {
  const { localName: name } = element;
  const of: Record<string, string> = {};
  for (const { name: key, value } of element.attributes) {
    of[key] = value;
    if (/^on|=\s*javascript:/i.test(`${key}=${value}`)) add('handler', '', value);
    if (name === 'input' && /cc-|card.?n|cv[cv]/i.test(value)) add('field', name);
  }
  const written = of['src'] || of['action'] || of['href'] || '';
  const { href, origin } = new URL(written, element.baseURI);
  if (name === 'script') {
    if (written) add('script', placeOf(href), queryOf(href));
    else if (isRun(of['type'] ?? '')) add('inline', '', element.textContent ?? '');
  }
  if (/^(iframe|object|embed)$/.test(name)) add('frame', written && placeOf(href), of['srcdoc']);
  if (name === 'form' || name === 'base') add(name, origin);
}

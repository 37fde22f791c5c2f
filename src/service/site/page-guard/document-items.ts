import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { type AddItem, recordElement } from '../../../contract/page-guard/element-items.ts';
import { outlineOf, type PageItem, placeOf, policyText } from '../../../contract/page-guard/page-items.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Headers that say what a page may do, and to whom. */
const HEADERS = [
  'content-security-policy',
  'content-security-policy-report-only',
  'strict-transport-security',
  'x-frame-options',
  'permissions-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-embedder-policy',
  'x-content-type-options',
  'refresh',
  'link',
];
const MAX_ITEMS = 1_000;

/** What a fetched page is made of, as `guard.js` would name it, and the addresses of its scripts. */
export function documentItems(html: string, address: string) {
  const items = new Map<string, PageItem>();
  const scripts = new Map<string, string>();
  const add: AddItem = (kind, place, content = '') => {
    const item = [
      kind,
      place.slice(0, 300) || digestOf(outlineOf(content)),
      content && digestOf(content),
    ] as const;
    if (items.size < MAX_ITEMS) items.set(item.join(), item);
  };
  const elements = [...elementsOf(parse(html))].map(plainElement);
  const base =
    elements.find(({ localName, of }) => localName === 'base' && of.has('href'))?.of.get('href') ?? '';
  const baseURI = URL.canParse(base, address) ? new URL(base, address).href : address;
  for (const { of, ...element } of elements) {
    const policy = of.get('http-equiv');
    if (policy) add('policy', policy.toLowerCase(), policyText(of.get('content') ?? ''));
    const source = of.get('src') || of.get('href') || '';
    if (!URL.canParse(source, baseURI)) continue;
    recordElement(add, { ...element, baseURI });
    if (element.localName !== 'script' || source === '') continue;
    const { href } = new URL(source, baseURI);
    scripts.set(placeOf(href), href);
    add('pin', placeOf(href), of.get('integrity') ?? 'none');
  }
  return { items: [...items.values()], scripts };
}

function plainElement({ tagName: localName, attrs: attributes, childNodes }: Element) {
  const textContent = childNodes.map((child) => ('value' in child ? child.value : '')).join('');
  return {
    localName,
    attributes,
    textContent,
    of: new Map(attributes.map(({ name, value }) => [name, value])),
  };
}

/** All elements of a document. What is in a `template` does not run. */
function* elementsOf(node: Node): Generator<Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child);
}

/** The page's answer: its status where that is no page, and the headers that bind it. */
export function answerItems(status: number, headers: IncomingHttpHeaders): PageItem[] {
  const found = HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [['header', name, digestOf(policyText(String(value)))] as const];
  });
  const to = placeOf(String(headers.location ?? ''));
  return status === 200 ? found : [...found, ['answer', `status ${status} ${to}`.trim(), '']];
}

/** SHA-256 in base64, as policies and `integrity` write it. */
export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64');

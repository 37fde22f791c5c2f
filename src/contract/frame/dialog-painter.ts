/// <reference lib="dom" />

import { FRAME_REFERRER_POLICY } from './frame-address.ts';
import type { DialogPart, PageDialog } from './page-dialog.ts';

/** The allowed tags, with the properties that only the painter sets: a frame that chose its own `allow` would have the page's permissions. */
const TAGS = {
  div: {},
  p: {},
  h1: {},
  button: { type: 'button' },
  iframe: {
    allow: 'payment *; publickey-credentials-get *; publickey-credentials-create *',
    referrerPolicy: FRAME_REFERRER_POLICY,
  },
};

/** The properties that a drawing may set: none of them is markup, runs or loads. Its CSS may load an image. */
const PROPERTIES = [
  'title',
  'lang',
  'dir',
  'inert',
  'disabled',
  'ariaLive',
  'ariaLabel',
  'textContent',
] as const;

/** Returns a function that draws a description into an element. A part keeps its element, found by its key. */
export function createPainter(press: (key: string) => void) {
  const drawn: Record<string, HTMLElement> = Object.create(null);

  function drawPart(parent: HTMLElement, part: DialogPart): void {
    const { key, tag, src = '' } = part;
    if (!Object.hasOwn(TAGS, tag)) return;
    let element = drawn[key];
    if (!element) {
      element = Object.assign(document.createElement(tag), TAGS[tag]);
      drawn[key] = element;
      parent.append(element);
      // Of these tags a frame alone fires `load`.
      element[tag === 'button' ? 'onclick' : 'onload'] = () => press(key);
    }
    paint(element, part);
    // Any other address would run in the page itself.
    if (/^https?:\/\//i.test(src)) Object.assign(element, { src });
  }

  function paint(element: HTMLElement, part: PageDialog | DialogPart): void {
    // Through CSSOM, which no policy of the page forbids.
    element.style.cssText = part.css;
    for (const name of PROPERTIES)
      if (Object.hasOwn(part, name)) Reflect.set(element, name, Reflect.get(part, name));
    for (const inner of part.parts ?? []) drawPart(element, inner);
    if (part.focus) element.focus();
  }

  return paint;
}

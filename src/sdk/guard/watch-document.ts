import { recordElement } from '../../contract/page-guard/element-items.ts';
import type { Add } from './inventory.ts';

/**
 * Records the elements that run, send or ask for something: those that are there, and those that come, for however short a time.
 * Returns a function that looks at all of them again.
 */
export function watchDocument(add: Add) {
  const scripts = new Set<Element>();
  const see = (element: Element) => {
    try {
      recordElement(add, element);
    } catch {
      // An address that is none.
    }
  };
  const seeAll = (root: Element) => {
    for (const element of [root, ...root.querySelectorAll('*')])
      if (element.localName === 'script') scripts.add(element);
      else see(element);
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof Element) seeAll(node);
  }).observe(document, { childList: true, subtree: true });
  return () => {
    seeAll(document.documentElement);
    // Until then the text of a script may have come in part.
    if (document.readyState === 'loading') return;
    scripts.forEach(see);
    scripts.clear();
  };
}

import { check } from '../base/check.ts';
import { kindOf } from '../base/record.ts';

/** The element the wallet stands in; one inside a shadow root is passed as an element. */
export function findContainer(container: unknown = '#wallet'): Element {
  const isSelector = typeof container === 'string';
  const element = isSelector ? query(container) : container;
  const found = isSelector ? `nothing at "${container}"` : kindOf(container);
  // By shape: an element of another window is no instance of this window's `Element`.
  const { nodeType, isConnected, ownerDocument } = Object(element);
  const isHere = nodeType === 1 && isConnected && ownerDocument === document;
  check('init', [['container', isHere, found, 'an element here or its selector']], 'container_not_found');
  return Object(element);
}

function query(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    return null; // no selector
  }
}

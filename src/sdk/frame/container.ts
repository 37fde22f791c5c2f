import { attempt } from '../base/attempt.ts';
import { check } from '../base/check.ts';
import { kindOf } from '../base/record.ts';

/**
 * The element that the wallet stands in; one inside a shadow root must be passed as an element. For a wallet frame of the page's HTML
 * it is the element around the frame.
 */
export function findContainer(container: unknown = '#wallet'): Element {
  const isSelector = typeof container === 'string';
  // What is no selector throws.
  const element = isSelector ? attempt(() => document.querySelector(container)) : container;
  const found = isSelector ? `nothing at "${container}"` : kindOf(container);
  const node = Object(element);
  // No node but an element has `closest`.
  const place = node.getRootNode?.({ composed: true }) === document && node.closest?.(':not(iframe)');
  check('init', [['container', place, found, 'an element or its selector']], 'container_not_found');
  return place;
}

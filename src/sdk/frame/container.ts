import { isRecord } from '../base/record.ts';
import { SdkError } from '../base/sdk-error.ts';

/** The element the wallet stands in; one inside a shadow root is passed as an element. */
export function findContainer(container: unknown = '#wallet'): Element {
  const element = typeof container === 'string' ? query(container) : container;
  if (isElement(element) && element.isConnected && element.ownerDocument === document) return element;
  throw notFound(typeof container === 'string' ? `nothing at "${container}"` : 'no element of this document');
}

function query(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    return null; // no selector
  }
}

/** By shape: an element of another window is no instance of this window's `Element`. */
function isElement(value: unknown): value is Element {
  return isRecord(value) && value['nodeType'] === 1;
}

function notFound(found: string): SdkError {
  const message = `init: found ${found} as container, wanted an element in the page or its selector`;
  return new SdkError({ code: 'container_not_found', message, param: 'container' });
}

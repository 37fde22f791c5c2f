import { FRAME_ALLOW } from '../../contract/frame/frame-address.ts';
import { after } from '../base/lifetime.ts';
import { takeOff } from '../base/make.ts';

/**
 * `srcdoc` would be shown in place of the address, and a link of the page could aim at a `name`: whoever writes HTML there
 * would have a form of his own in the wallet's place. In a `sandbox` no wallet starts.
 */
const OUR_ATTRIBUTES = `[allow=${FRAME_ALLOW}]:not([name],[srcdoc],[sandbox])`;

/**
 * The frame that the page's HTML has put into the container, with all that was typed in it, where it is the one that these
 * settings ask for. One of this service that asks for another wallet makes room; frames of others are left alone.
 */
export function adoptableFrame(
  container: Element,
  address: Pick<URL, 'href' | 'origin' | 'pathname'>,
): HTMLIFrameElement | undefined {
  let adoptable: HTMLIFrameElement | undefined;
  for (const frame of container.querySelectorAll('iframe')) {
    if (!frame.src.startsWith(`${address.origin}${address.pathname}?`)) continue;
    const isAsked = frame.matches(OUR_ATTRIBUTES) && withoutRows(frame.src) === withoutRows(address.href);
    if (isAsked && !adoptable) adoptable = frame;
    else takeOff(frame);
  }
  return adoptable;
}

/** How many saved methods there are may be known since. */
const withoutRows = (address: string) => address.replace(/&rows=\d+$/, '');

/**
 * Its document may have posted its first message before this script was there: an empty message asks for another. It carries
 * nothing, as another document may still stand in its place.
 */
export function askForMessage(iframe: HTMLIFrameElement, signal: AbortSignal): void {
  // Not in this task: of a frame that has not come yet the browser would prepare a window that goes with its document.
  after(0, signal, () => iframe.contentWindow?.postMessage('', '*'));
}

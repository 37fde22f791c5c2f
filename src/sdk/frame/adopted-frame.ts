import { FRAME_ALLOW } from '../../contract/frame/frame-address.ts';
import { after } from '../base/lifetime.ts';
import { takeOff } from '../base/make.ts';

/**
 * `srcdoc` would be shown instead of the address, and a link of the page could target a `name`: whoever can write HTML there could put
 * their own form in the wallet's place. In a `sandbox` no wallet starts.
 */
const OUR_ATTRIBUTES = `[allow=${FRAME_ALLOW}]:not([name],[srcdoc],[sandbox])`;

/** A wallet frame of any service: beside a frame of ours another one would be a second form. */
const WALLET_ADDRESS = /^[^?#]+\/wallet\/frame\?/;

/**
 * The frame that the page's HTML has put into the container, with all that was typed in it, if its address is the one of these
 * settings. Other wallet frames are removed, those of another service, too; all other frames are left alone.
 */
export function adoptableFrame(
  container: Element,
  address: Pick<URL, 'href'>,
): HTMLIFrameElement | undefined {
  let adoptable: HTMLIFrameElement | undefined;
  for (const frame of container.querySelectorAll('iframe')) {
    if (!WALLET_ADDRESS.test(frame.src)) continue;
    const isOurs =
      frame.matches(OUR_ATTRIBUTES) && withoutLateParts(frame.src) === withoutLateParts(address.href);
    if (isOurs && !adoptable) adoptable = frame;
    else {
      takeOff(frame);
      // biome-ignore lint/suspicious/noConsole: a wallet stands all the same, only later
      console.warn(
        'init: replaced',
        partsOnlyIn(frame.src, address.href),
        'by',
        partsOnlyIn(address.href, frame.src),
      );
    }
  }
  return adoptable;
}

/** Of an address, the parameters that the other does not have. */
const partsOnlyIn = (address: string, other: string) =>
  address.split('&').filter((part) => !other.includes(part));

/** The number of saved methods may have become known since, and the page may look otherwise: the frame is told. */
const withoutLateParts = (address: string) => address.replace(/&(rows|theme|page)=\w*/g, '');

/**
 * The document may have posted its first message before this script ran: an empty message asks for another. It carries nothing,
 * because another document may still be in the frame.
 */
export function askForMessage(iframe: HTMLIFrameElement, signal: AbortSignal): void {
  // In a later task: reading `contentWindow` now would create a window that the real document replaces.
  after(0, signal, () => iframe.contentWindow?.postMessage('', '*'));
}

declare global {
  interface Element {
    /** Set on the host of a wallet's dialog only: gets the page's events of presses, keys and focus. */
    onPageEvent?: (event: Event) => void;
  }
}

/** Presses, keys and focus, by every name that pages listen to. */
const TYPES =
  'pointerdown pointerup mousedown mouseup touchstart touchend click keydown keyup focusin focusout';

/**
 * Listens on `window` in the capture phase from the script's start, so before the page: shop modals close on an outside press, pull
 * the focus back or swallow presses. The newest dialog decides which events the page gets.
 */
export function shieldDialogs(): void {
  const listener = (event: Event) => {
    for (const { onPageEvent } of [...document.documentElement.children].reverse())
      if (onPageEvent) return onPageEvent(event);
    return undefined;
  };
  for (const type of TYPES.split(' ')) addEventListener(type, listener, true);
}

declare global {
  interface Element {
    /** Of what our dialog stands in, and of it alone: is told of what is pressed on the page. */
    walletHears?: (event: Event) => void;
  }
}

/** What pages listen to of presses, keys and the focus. */
const TYPES =
  'pointerdown pointerup mousedown mouseup touchstart touchend click keydown keyup focusin focusout';

/**
 * Hears on window before the page does, from the script's start on: modals of shops close by a press outside, pull the focus back,
 * or swallow what is pressed elsewhere. The dialog that came last decides what the page hears of it.
 */
export function shieldDialogs(): void {
  const hear = (event: Event) => {
    for (const { walletHears } of [...document.documentElement.children].reverse())
      if (walletHears) return walletHears(event);
    return undefined;
  };
  for (const type of TYPES.split(' ')) addEventListener(type, hear, true);
}

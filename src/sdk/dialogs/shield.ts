declare global {
  interface Element {
    /** Of what our dialog stands in, and of it alone: is told of what is pressed there. */
    walletPress?: (pressed: string) => void;
  }
}

/** What pages listen to of presses, keys and the focus. */
const TYPES =
  'pointerdown pointerup mousedown mouseup touchstart touchend click keydown keyup focusin focusout';

/**
 * Hears on window before the page does, from the script's start on: modals of shops close by a press outside, pull the focus back,
 * or swallow what is pressed elsewhere. What happens in a dialog of ours is told to it alone. So is each Escape while one stands.
 */
export function shieldDialogs(): void {
  const hear = (event: Event) => {
    const host = [...document.documentElement.children].find(({ walletPress }) => walletPress);
    if (!host) return;
    const { type, key, relatedTarget } = Object(event);
    const path = event.composedPath();
    const inside: unknown[] = path.slice(0, path.indexOf(host) + 1);
    if (key === 'Escape') {
      event.preventDefault();
      if (type === 'keydown') host.walletPress?.(key);
    } else if (!inside[0] && relatedTarget !== host) return;
    event.stopImmediatePropagation();
    if (type === 'click') for (const node of inside) Object(node).onclick?.();
  };
  for (const type of TYPES.split(' ')) addEventListener(type, hear, true);
}

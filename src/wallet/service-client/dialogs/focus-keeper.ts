/** The longest time the page takes to close its dialog. */
const CLOSING_MS = 1000;

export type FocusKeeper = ReturnType<typeof createFocusKeeper>;

/** The page's dialog makes the frame inert, which blurs its elements. The page refocuses only the frame; this refocuses the element. */
export function createFocusKeeper() {
  let focused: Element | null = null;
  return {
    keep() {
      focused = document.hasFocus() ? document.activeElement : null;
    },
    /** Refocuses the element as soon as the frame has the focus again. */
    giveBack() {
      const element = focused;
      if (!(element instanceof HTMLElement)) return;
      const signal = AbortSignal.timeout(CLOSING_MS);
      addEventListener('focus', () => element.focus({ preventScroll: true }), { once: true, signal });
    },
  };
}

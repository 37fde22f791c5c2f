/** How long the page may take to close its dialog. */
const CLOSING_MS = 1000;

export type FocusKeeper = ReturnType<typeof createFocusKeeper>;

/** Under the page's dialog the frame is inert, which takes the focus off its elements: the page gives it back to the frame alone. */
export function createFocusKeeper() {
  let kept: Element | null = null;
  return {
    keep() {
      kept = document.hasFocus() ? document.activeElement : null;
    },
    /** As soon as the frame has the focus again. */
    giveBack() {
      const element = kept;
      if (!(element instanceof HTMLElement)) return;
      const signal = AbortSignal.timeout(CLOSING_MS);
      addEventListener('focus', () => element.focus({ preventScroll: true }), { once: true, signal });
    },
  };
}

/** The longest time the page takes to resize the frame to its content. */
const GROWING_MS = 1000;

/** Calls `reach` when the page resizes the frame. */
export function onFrameGrow(reach: () => void) {
  addEventListener('resize', reach, { signal: AbortSignal.timeout(GROWING_MS) });
}

/**
 * Focuses a field that has a message or is about to show one, and scrolls its label into view too, which browsers do not do if
 * the field itself is in view. The message makes the frame grow, and scroll anchoring may then move field or label out of view:
 * so they are scrolled into view again.
 */
export function focusInView(input: HTMLInputElement | null) {
  const reach = () => document.activeElement?.closest('.field')?.scrollIntoView({ block: 'nearest' });
  input?.focus();
  reach();
  onFrameGrow(reach);
}

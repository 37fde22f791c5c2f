/** How long the page may take to make the frame as high as its content. */
const GROWING_MS = 1000;

/** Calls `reach` as the frame grows by what is about to show. */
export function asFrameGrows(reach: () => void) {
  addEventListener('resize', reach, { signal: AbortSignal.timeout(GROWING_MS) });
}

/**
 * Focuses a field that has a message, or is about to show one: its label comes into view too, which a browser leaves out where the
 * field itself is in view. The message makes the frame grow, and a browser that keeps the page's Pay button in its place may then
 * scroll the field or its label out of view: they come back.
 */
export function focusInView(input: HTMLInputElement | null) {
  const reach = () => document.activeElement?.closest('.field')?.scrollIntoView({ block: 'nearest' });
  input?.focus();
  reach();
  asFrameGrows(reach);
}

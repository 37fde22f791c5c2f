import type { FirstPaintSettings } from '../../contract/frame/frame-boot.ts';
import { deviceNeed } from '../../contract/frame/provider-devices.ts';
import { reservedHeight } from '../../contract/frame/reserved-height.ts';
import { recall, remember } from '../base/tab-memory.ts';

type ReserveHeightInput = {
  readonly address: { readonly href: string };
  readonly container: Element;
  readonly hints: FirstPaintSettings;
  readonly connection: { readonly hint: string };
};

/** Gives the frame the height that the wallet will probably have, until the frame reports its own. */
export function reserveHeight(
  iframe: HTMLIFrameElement,
  { address: { href }, container, hints, connection }: ReserveHeightInput,
) {
  const pageHeight = reservedByPage(container);
  let isReported = false;
  const estimate = (width: number) => reservedHeight(hints, { width, hint: connection.hint, isUsable });
  // The backend may know a hint that the page does not know yet.
  const first = Number(iframe.height) || estimate(Infinity);
  const resize = (height: number) => {
    // By `toFixed`: V8 caches other number texts, and its cache would grow by 64 kB for two heights.
    if (Number.isFinite(height))
      iframe.style.setProperty('height', `${Math.ceil(height).toFixed()}px`, 'important');
  };
  const keep = () => {
    if (isReported) return;
    const height = connection.hint
      ? estimate(container.clientWidth)
      : first + Math.max(0, pageHeight - container.clientHeight);
    resize(Number(recall(href + connection.hint)) || height);
  };
  resize(first);
  // In the next animation frame: reading layout or sessionStorage now would delay the frame's request.
  requestAnimationFrame(keep);
  return {
    keep,
    set(height: number, isAtRest?: boolean) {
      isReported = true;
      resize(height);
      if (!isAtRest) return;
      // Also for a visit that does not know its hint yet.
      remember(href, height);
      remember(href + connection.hint, height);
    },
  };
}

/** CSS pixels that the page reserves by a `min-height` of the empty container, which ends when the frame comes. */
function reservedByPage(container: Element): number {
  return parseFloat(getComputedStyle(container).minHeight) ? container.clientHeight : 0;
}

/** A first guess by the providers' rules; the frame checks it. */
const isUsable = (method: string) => deviceNeed(method) in window;

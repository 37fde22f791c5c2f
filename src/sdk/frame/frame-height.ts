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

/** As high as the wallet will probably be, until the frame reports its own height. */
export function reserveHeight(
  iframe: HTMLIFrameElement,
  { address: { href }, container, hints, connection }: ReserveHeightInput,
) {
  const heightBefore = reservedByPage(container);
  let isReported = false;
  const reserved = (width: number) => reservedHeight(hints, { width, hint: connection.hint, isUsable });
  const first = reserved(Infinity);
  const resize = (height: number) => {
    // By `toFixed`, whose texts V8 does not keep: it would grow its table of numbers by 64 kB for two heights.
    if (Number.isFinite(height))
      iframe.style.setProperty('height', `${Math.ceil(height).toFixed()}px`, 'important');
  };
  const keep = () => {
    if (isReported) return;
    const { clientWidth, clientHeight } = container;
    const height = connection.hint ? reserved(clientWidth) : first + Math.max(0, heightBefore - clientHeight);
    resize(Number(recall(href + connection.hint)) || height);
  };
  resize(first);
  // Before the first paint, but not before the frame is on its way: to look at the page's layout, or into what the tab keeps,
  // costs as much as that.
  requestAnimationFrame(keep);
  return {
    keep,
    set(height: number, isAtRest?: boolean) {
      isReported = true;
      resize(height);
      // Also for a visit that does not know its hint at first.
      if (isAtRest) for (const known of ['', connection.hint]) remember(href + known, height);
    },
  };
}

/** CSS pixels that a page keeps free by a least height of the empty container, which ends as the frame comes. */
function reservedByPage(container: Element): number {
  return parseFloat(getComputedStyle(container).minHeight) ? container.clientHeight : 0;
}

/** By the providers' own rules; the frame looks closer. */
const isUsable = (method: string) => deviceNeed(method) in window;

import { type Ask, openToFrame } from '../../contract/frame/channel.ts';
import {
  FRAME_ALLOW,
  FRAME_REFERRER_POLICY,
  FRAME_STYLE,
  FRAME_TITLE,
  readHint,
} from '../../contract/frame/frame-address.ts';
import type { FrameHints } from '../../contract/frame/frame-boot.ts';
import type { FrameLook, FrameToPage, PageToFrame } from '../../contract/frame/frame-calls.ts';
import { reservedHeight } from '../../contract/frame/reserved-height.ts';
import { atEnd } from '../base/lifetime.ts';
import { sdkError } from '../base/sdk-error.ts';
import { recall, remember } from '../base/tab-memory.ts';
import type { Connection } from '../session/connection.ts';
import { adoptableFrame, loadAnewIfSilent } from './adopted-frame.ts';
import { WORDS } from './failure-notice.ts';
import { firstWord, inTime } from './frame-start.ts';

export type AskFrame = Ask<PageToFrame>;
type PageCalls = Omit<FrameToPage, 'resize' | 'dress'>;

type Around = {
  readonly lifetime: AbortController;
  readonly calls: PageCalls;
  /** Gets this wallet's frame. */
  readonly frames: WeakSet<Element>;
};

type Opening = {
  readonly address: URL;
  readonly container: Element;
  readonly hints: FrameHints;
  readonly connection: Pick<Connection, 'hint' | 'hinted'>;
};

/**
 * Puts the frame on the page at once, or takes the one that the page's HTML has begun, and resolves when its channel stands;
 * the end of `lifetime` removes every trace.
 */
export function openWalletFrame(opening: Opening, { lifetime, calls, frames }: Around): Promise<AskFrame> {
  const { address, container, hints, connection } = opening;
  const { signal } = lifetime;
  const adopted = adoptableFrame(container, address);
  const iframe = adopted ?? createIframe(address);
  frames.add(iframe);
  iframe.style.cssText = FRAME_STYLE;
  dress(iframe, { title: FRAME_TITLE, lang: 'en', theme: hints.theme });
  const room = keepRoom(iframe, opening);
  // Whatever its HTML knew: the same number said again changes nothing.
  const known = adopted ? '' : connection.hint();
  if (!adopted) container.append(iframe);
  atEnd(signal, () => iframe.remove());
  const spoken = firstWord({ iframe, address }, signal);
  if (adopted) loadAnewIfSilent({ iframe: adopted, address, spoken }, signal);
  const followHint = async () => {
    const hint = connection.hint();
    if (hint === known) return;
    room.keep();
    // Its head script listens until the shopper or the wallet has begun, for this number alone.
    (await spoken).postMessage(readHint(hint).saved, address.origin);
  };
  connection.hinted.then(followHint, () => {});
  const holdTo = endWithPlace(iframe, lifetime);
  const channel = spoken.then((remoteWindow) => {
    holdTo(remoteWindow);
    const answers = {
      ...calls,
      resize: room.end,
      dress(look: FrameLook) {
        dress(iframe, look);
        remember(WORDS, look.words);
      },
    };
    return openToFrame<PageToFrame>({ window: remoteWindow, origin: address.origin }, answers, signal);
  });
  return inTime({ iframe, spoken, channel }, signal);
}

/** As high as the wallet will probably be, until the frame tells its own height. */
function keepRoom(iframe: HTMLIFrameElement, { address, container, hints, connection }: Opening) {
  const roomBefore = roomOf(container);
  let isTold = false;
  const kept = () => Number(recall(address.href + connection.hint()));
  const reserved = (width: number) =>
    kept() || reservedHeight(hints, { width, hint: connection.hint(), isUsable });
  const first = reserved(Infinity);
  const keep = () => {
    if (isTold) return;
    const { clientWidth, clientHeight } = container;
    const isKnown = kept() || connection.hint();
    resize(iframe, isKnown ? reserved(clientWidth) : Math.max(first, first + roomBefore - clientHeight));
  };
  resize(iframe, first);
  // Before the first paint, but not before the frame is on its way: to look at the page's layout costs as much as that.
  requestAnimationFrame(keep);
  return {
    keep,
    end(height: unknown, isAtRest?: unknown) {
      isTold = true;
      resize(iframe, height);
      // Also for a visit that does not know its hint at first.
      if (isAtRest) for (const hint of ['', connection.hint()]) remember(address.href + hint, height);
    },
  };
}

/** CSS pixels that a page keeps free by a least height of the empty container, which ends as the frame comes. */
function roomOf(container: Element): number {
  return parseFloat(getComputedStyle(container).minHeight) ? container.clientHeight : 0;
}

/** By the providers' own rules; the frame looks closer. */
function isUsable(method: string): boolean {
  return method === 'applepay'
    ? 'ApplePaySession' in window
    : method !== 'googlepay' || 'PaymentRequest' in window;
}

function createIframe(address: URL): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  iframe.src = address.href;
  iframe.allow = FRAME_ALLOW;
  iframe.referrerPolicy = FRAME_REFERRER_POLICY;
  return iframe;
}

/** The page shows through only where element and document are of one scheme. */
function dress(iframe: HTMLIFrameElement, { title, lang, theme }: Omit<FrameLook, 'words'>): void {
  Object.assign(iframe, { title, lang });
  iframe.style.colorScheme = theme === 'auto' ? '' : theme;
}

function resize(iframe: HTMLIFrameElement, height: unknown): void {
  if (typeof height === 'number' && height >= 0) iframe.style.height = `${Math.ceil(height)}px`;
}

/**
 * A frame that was taken out, or put elsewhere, has lost its document and everything typed. Returns what to give its window
 * to once that is known.
 */
function endWithPlace(iframe: HTMLIFrameElement, lifetime: AbortController): (remoteWindow: Window) => void {
  let known: Window | undefined;
  const look = () => {
    if (iframe.isConnected && (!known || iframe.contentWindow === known)) return;
    const message = 'wallet: the container was removed or moved; call init again';
    lifetime.abort(sdkError('container_removed', message));
  };
  const observer = new MutationObserver(look);
  for (let node: Node | undefined = iframe; node; ) {
    const root = node.getRootNode();
    observer.observe(root, { childList: true, subtree: true });
    node = root instanceof ShadowRoot ? root.host : undefined;
  }
  atEnd(lifetime.signal, () => observer.disconnect());
  return (remoteWindow) => {
    known = remoteWindow;
  };
}

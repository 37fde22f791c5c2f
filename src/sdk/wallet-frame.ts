import { type Ask, openToFrame } from '../contract/frame/channel.ts';
import type { FrameHints } from '../contract/frame/frame-boot.ts';
import type { FrameLook, FrameToPage, PageToFrame } from '../contract/frame/frame-calls.ts';
import { WORDS } from './failure-notice.ts';
import { firstWord, inTime } from './frame-start.ts';
import { atEnd } from './lifetime.ts';
import { reservedHeight } from './reserved-height.ts';
import { SdkError } from './sdk-error.ts';
import { recall, remember } from './tab-memory.ts';

/** CSS pixels the frame keeps free at its sides for focus rings; the fields themselves stand flush with the page. */
const FOCUS_ROOM = 4;

export type AskFrame = Ask<PageToFrame>;
type PageCalls = Omit<FrameToPage, 'resize' | 'dress'>;

type Opening = {
  readonly address: URL;
  readonly container: Element;
  readonly hints: FrameHints;
  /** As it came with the refresh token. */
  readonly hint: string;
};

/** Puts the frame on the page at once and resolves when its channel stands; the end of `lifetime` removes every trace. */
export function openWalletFrame(
  { address, container, hints, hint }: Opening,
  { lifetime, calls }: { lifetime: AbortController; calls: PageCalls },
): Promise<AskFrame> {
  const iframe = createIframe(address, hints.theme);
  const { signal } = lifetime;
  const roomBefore = roomOf(container);
  const kept = Number(recall(address.href));
  const reserve = (width: number) => kept || reservedHeight(hints, { width, hint });
  const first = reserve(Infinity);
  resize(iframe, first);
  const begun = iframe.style.height;
  container.append(iframe);
  atEnd(signal, () => iframe.remove());
  // Before the first paint, but not before the frame is on its way: to look at the page's layout costs as much as that.
  requestAnimationFrame(() => {
    if (iframe.style.height !== begun) return;
    const { clientWidth: width, clientHeight } = container;
    resize(iframe, kept || hint ? reserve(width) : Math.max(first, first + roomBefore - clientHeight));
  });
  const spoken = firstWord({ iframe, address }, signal);
  const holdTo = endWithPlace(iframe, lifetime);
  const channel = spoken.then((remoteWindow) => {
    holdTo(remoteWindow);
    return openChannel({ iframe, remoteWindow, address, calls }, signal);
  });
  return inTime({ iframe, spoken, channel }, signal);
}

/** CSS pixels that a page keeps free by a least height of the empty container, which ends as the frame comes. */
function roomOf(container: Element): number {
  return parseFloat(getComputedStyle(container).minHeight) ? container.clientHeight : 0;
}

type Ends = {
  readonly iframe: HTMLIFrameElement;
  readonly remoteWindow: Window;
  readonly address: URL;
  readonly calls: PageCalls;
};

function openChannel(
  { iframe, remoteWindow, address, calls }: Ends,
  lifetime: AbortSignal,
): Promise<AskFrame> {
  const answers = {
    ...calls,
    resize(height: unknown, isAtRest?: unknown) {
      resize(iframe, height);
      if (isAtRest) remember(address.href, height);
    },
    dress(look: FrameLook) {
      dress(iframe, look);
      remember(WORDS, look.words);
    },
  };
  return openToFrame({ window: remoteWindow, origin: address.origin }, answers, lifetime);
}

function createIframe(address: URL, theme: FrameHints['theme']): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  iframe.src = address.href;
  iframe.allow = 'payment';
  iframe.referrerPolicy = 'strict-origin';
  iframe.style.cssText = `display:block;width:calc(100% + ${2 * FOCUS_ROOM}px);max-width:none;margin:0 ${-FOCUS_ROOM}px;border:0`;
  dress(iframe, { title: 'Payment method', lang: 'en', theme });
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
    lifetime.abort(new SdkError({ code: 'container_removed', message }));
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

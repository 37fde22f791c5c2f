import { type Ask, openToFrame, type Peer } from '../../contract/frame/channel.ts';
import {
  FRAME_ALLOW,
  FRAME_REFERRER_POLICY,
  FRAME_TITLE,
  readHint,
} from '../../contract/frame/frame-address.ts';
import type { FirstPaintSettings } from '../../contract/frame/frame-boot.ts';
import type { FrameLook, FrameToPage, PageToFrame } from '../../contract/frame/frame-calls.ts';
import { atEnd } from '../base/lifetime.ts';
import { make, takeOff } from '../base/make.ts';
import { sdkError } from '../base/sdk-error.ts';
import { remember } from '../base/tab-memory.ts';
import type { Connection } from '../session/connection.ts';
import { adoptableFrame, askForMessage } from './adopted-frame.ts';
import { FAILURE_TEXTS_KEY } from './failure-notice.ts';
import { reserveHeight } from './frame-height.ts';
import { inTime, nextMessage } from './frame-start.ts';

/** As `FRAME_STYLE`, out of reach of the page's rules for frames. It still inherits: a hidden container hides it. */
const STYLE =
  'all:unset!important;display:block!important;width:calc(100% + 8px)!important;margin:0 -4px!important';

type FrameAddress = Pick<URL, 'href' | 'origin'>;

type OpenWalletFrameInput = {
  readonly address: FrameAddress;
  readonly container: Element;
  readonly hints: FirstPaintSettings;
  readonly connection: Pick<Connection, 'hint' | 'hintReady' | 'firstPaint'>;
  readonly lifetime: AbortController;
  /** Gets a copy of the frame that another script has made: it would pay nothing. */
  replace(copy: Element): void;
};

/**
 * Puts the frame on the page at once, or adopts the one in the page's HTML, and resolves when its channel is open. The end of
 * `lifetime` removes every trace.
 */
export function openWalletFrame(
  options: OpenWalletFrameInput,
  calls: Omit<FrameToPage, 'resize' | 'dress' | 'leave'>,
): Promise<Ask<PageToFrame>> {
  const { address, container, connection, lifetime, replace } = options;
  const { signal } = lifetime;
  const adoptedFrame = adoptableFrame(container, address);
  const iframe = adoptedFrame ?? createIframe(address);
  iframe.origin = address.origin;
  const dress = ({ title, lang }: Pick<FrameLook, 'title' | 'lang'>) =>
    Object.assign(iframe, { title, lang });
  iframe.style.cssText = STYLE;
  // As the root of its document, for ever: a frame of another scheme than its document is an opaque box.
  const [, scheme = 'light dark'] = /\btheme=(light|dark)/.exec(iframe.src) ?? [];
  iframe.style.setProperty('color-scheme', scheme, 'important');
  dress({ title: FRAME_TITLE, lang: 'en' });
  const height = reserveHeight(iframe, options);
  if (!adoptedFrame) container.append(iframe);
  atEnd(signal, () => takeOff(iframe));
  const next = () => nextMessage(iframe as Peer, signal);
  const firstMessage = next();
  if (adoptedFrame) askForMessage(iframe, signal);
  // Its document posts its second message when it is painted. An adopted one may have been painted long ago.
  else connection.firstPaint = firstMessage.then(next);
  const end = () => {
    const message = 'wallet: lost its frame; call init again';
    lifetime.abort(sdkError('container_removed', message));
  };
  const setFrameWindow = watchPlace(iframe, { signal, end, replace });
  const followHint = async () => {
    if (!connection.hint) return;
    height.keep();
    // Its head script takes this number until the shopper or the wallet starts. The same once more does no harm.
    (await firstMessage).postMessage(readHint(connection.hint).saved, address.origin);
  };
  connection.hintReady.then(followHint, () => {});
  const answers = {
    ...calls,
    resize: height.set,
    leave: end,
    dress(look: FrameLook) {
      dress(look);
      remember(FAILURE_TEXTS_KEY, look.words);
    },
  };
  const channel = firstMessage.then((frameWindow) => {
    setFrameWindow(frameWindow);
    return openToFrame<PageToFrame>(iframe as Peer, answers, signal);
  });
  return inTime(channel, iframe, firstMessage, signal);
}

function createIframe(address: FrameAddress): HTMLIFrameElement {
  return make('iframe', {
    src: address.href,
    allow: FRAME_ALLOW,
    referrerPolicy: FRAME_REFERRER_POLICY,
  });
}

type Watch = Pick<OpenWalletFrameInput, 'replace'> & { readonly signal: AbortSignal; end(): void };

/** Copies of a wallet's frame: only a wallet marks its styles as important, a frame of the page's HTML waits for its own. */
const COPIES = 'iframe[style*="!"]';

/**
 * Ends the wallet if its frame is removed, or moved other than by `moveBefore`: its document and what was typed are lost. Returns a
 * function that takes the frame's window once it is known.
 */
function watchPlace(
  iframe: HTMLIFrameElement,
  { signal, end, replace }: Watch,
): (frameWindow: Window) => void {
  let known: Window | undefined;
  const observe = () => {
    for (let root = iframe.getRootNode(); root; root = Object(root).host?.getRootNode())
      observer.observe(root, { childList: true, subtree: true });
  };
  const observer = new MutationObserver(() => {
    if (!iframe.isConnected || (known && iframe.contentWindow !== known)) end();
    else observe();
    for (const copy of document.querySelectorAll<HTMLIFrameElement>(COPIES))
      if (!copy.origin && copy.src === iframe.src) replace(copy);
  });
  observe();
  atEnd(signal, () => observer.disconnect());
  return (frameWindow) => {
    known = frameWindow;
  };
}

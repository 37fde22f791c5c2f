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
import { WORDS } from './failure-notice.ts';
import { reserveHeight } from './frame-height.ts';
import { inTime, nextMessage } from './frame-start.ts';

/** As `FRAME_STYLE`, and no rule of the page for frames reaches it. What is inherited stays: a container that is hidden hides it. */
const STYLE =
  'all:unset!important;display:block!important;width:calc(100% + 8px)!important;margin:0 -4px!important';

/** Of which the rest needs these. */
type FrameAddress = Pick<URL, 'href' | 'origin' | 'pathname'>;

type OpenWalletFrameInput = {
  readonly address: FrameAddress;
  readonly container: Element;
  readonly hints: FirstPaintSettings;
  readonly connection: Pick<Connection, 'hint' | 'hinted' | 'painted'>;
  readonly lifetime: AbortController;
  /** Another script has made this one of the wallet's frame: a form that pays nothing. */
  replace(copy: Element): void;
};

/**
 * Puts the frame on the page at once, or takes the one that the page's HTML has begun, and resolves when its channel stands;
 * the end of `lifetime` removes every trace.
 */
export function openWalletFrame(
  opening: OpenWalletFrameInput,
  calls: Pick<FrameToPage, 'renewSession' | 'emit' | 'choose' | 'viewport'>,
): Promise<Ask<PageToFrame>> {
  const { address, container, hints, connection, lifetime, replace } = opening;
  const { signal } = lifetime;
  const adopted = adoptableFrame(container, address);
  const iframe = adopted ?? createIframe(address);
  iframe.origin = address.origin;
  iframe.style.cssText = STYLE;
  dress(iframe, { title: FRAME_TITLE, lang: 'en', theme: hints.theme });
  const height = reserveHeight(iframe, opening);
  // A frame of the page's HTML may know the hint. To send the same number again does no harm.
  const known = adopted ? '' : connection.hint;
  if (!adopted) container.append(iframe);
  atEnd(signal, () => takeOff(iframe));
  const next = () => nextMessage(iframe as Peer, signal);
  const firstMessage = next();
  if (adopted) askForMessage(iframe, signal);
  // Its document posts another message when it is painted. One in the HTML may have been for long.
  else connection.painted = firstMessage.then(next);
  const end = () => {
    const message = 'wallet: removed, moved or reloaded; call init again';
    lifetime.abort(sdkError('container_removed', message));
  };
  const holdTo = watchPlace(iframe, { signal, end, replace });
  const followHint = async () => {
    const hint = connection.hint;
    if (hint === known) return;
    height.keep();
    // Its head script listens until the shopper or the wallet has begun, for this number alone.
    (await firstMessage).postMessage(readHint(hint).saved, address.origin);
  };
  connection.hinted.then(followHint, () => {});
  const answers = Object.assign(calls, {
    resize: height.set,
    leave: end,
    dress(look: FrameLook) {
      dress(iframe, look);
      remember(WORDS, look.words);
    },
  });
  const channel = firstMessage.then((remoteWindow) => {
    holdTo(remoteWindow);
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

/** The page shows through only where element and document are of one scheme. */
function dress(iframe: HTMLIFrameElement, { title, lang, theme }: Omit<FrameLook, 'words'>): void {
  iframe.title = title;
  iframe.lang = lang;
  iframe.style.setProperty('color-scheme', theme === 'auto' ? '' : theme, 'important');
}

type Watch = Pick<OpenWalletFrameInput, 'replace'> & { readonly signal: AbortSignal; end(): void };

/**
 * A frame that was taken out, or put elsewhere, has lost its document and everything typed, unless by `moveBefore`. Returns what to
 * give its window to once that is known.
 */
function watchPlace(
  iframe: HTMLIFrameElement,
  { signal, end, replace }: Watch,
): (remoteWindow: Window) => void {
  let known: Window | undefined;
  const look = () => {
    if (!iframe.isConnected || (known && iframe.contentWindow !== known)) end();
    else observe();
    // One in the HTML may be on its way to a wallet of its own while the page is read.
    if (document.readyState === 'loading') return;
    for (const copy of document.querySelectorAll('iframe'))
      if (!copy.origin && copy.src === iframe.src) replace(copy);
  };
  const observer = new MutationObserver(look);
  const observe = () => {
    for (let root = iframe.getRootNode(); root; root = Object(root).host?.getRootNode())
      observer.observe(root, { childList: true, subtree: true });
  };
  observe();
  atEnd(signal, () => observer.disconnect());
  return (remoteWindow) => {
    known = remoteWindow;
  };
}

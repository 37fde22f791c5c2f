import type { FrameLook } from '../../contract/frame/frame-calls.ts';
import { askJson } from '../base/ask-json.ts';
import { make, makeShadowRoot, takeOff } from '../base/make.ts';
import { SdkError, sdkError } from '../base/sdk-error.ts';
import { recall } from '../base/tab-memory.ts';
import type { Connection } from '../session/connection.ts';

/** Codes of failures that the shopper is shown, with Try again; any other is for the merchant. */
const TRANSIENT =
  /^(already|container|frame|offline|internal|overloaded|rate|shutting)|un(reachable|available)$/;

/** Under this name the tab stores the failure texts of its last wallet, for when the service cannot be asked. */
export const FAILURE_TEXTS_KEY = 'sdk words';

/** How long to wait for the texts in the wallet's language. */
const TEXTS_TIMEOUT_MS = 2000;

const ENGLISH: FrameLook['words'] = {
  lang: 'en',
  dir: 'ltr',
  failed: 'The payment form could not be loaded.',
  offline: 'You are offline.',
  retry: 'Try again',
};

/** In the page's own colours, which are readable on it. */
const HOST = 'display:block;color:inherit;color-scheme:inherit;visibility:inherit';
const NOTICE = 'padding:12px;border:1px solid;border-radius:8px;font:14px system-ui';
const BUTTON = 'display:block;padding:0 16px;margin:8px 0 0;min-height:44px;font:inherit';

type CreateNoticeInput = {
  readonly connection: Pick<Connection, 'session'>;
  /** Of the texts in the wallet's language, at the service. */
  readonly address: string;
  report(error: unknown): void;
  retry(place: Element, error: SdkError): void;
};

export type Notice = ReturnType<typeof createNotice>;

/**
 * Stands in the wallet's place when it could not start or another script removed it, with the reason and a way to try again. Its
 * language is that of the tab's last wallet, else the one that `init` asked for if the service can be asked, else English.
 */
export function createNotice({ connection, address, report, retry }: CreateNoticeInput) {
  const root = makeShadowRoot(HOST);
  let isOver = false;
  // Marks the error before whoever awaits `connect` sees it.
  connection.session.catch(markShown);
  const show = async (place: Element, error: SdkError) => {
    const localised = recall(FAILURE_TEXTS_KEY) ?? (await askJson(address, TEXTS_TIMEOUT_MS).catch(() => {}));
    if (isOver) return;
    const words: FrameLook['words'] = Object.assign({}, ENGLISH, localised);
    const reason = error.code === 'offline' ? 'offline' : 'failed';
    const onclick = () => {
      retry(place, error);
      // Otherwise the focus is lost with the button.
      place.querySelector('iframe')?.focus();
    };
    const notice = make('div', { role: 'alert', lang: words.lang, dir: words.dir, style: NOTICE });
    notice.append(words[reason], make('button', { textContent: words.retry, onclick, style: BUTTON }));
    root.replaceChildren(notice);
    place.append(root.host);
  };
  const tell = (place: Element | null, error: unknown) => {
    if (place?.isConnected && markShown(error)) show(place, error).catch(reportError);
    report(error);
  };

  return {
    /** Says why there is no wallet: to the shopper at `place`, and to the merchant. */
    tell,
    /** The same in place of a copy of the wallet's frame, which would pay nothing. */
    replace(copy: Element) {
      tell(copy.parentElement, sdkError('already_initialised', 'wallet: found a copy of its frame'));
      takeOff(copy);
    },
    /** Removes it, and keeps one that is on its way from appearing. */
    clear() {
      isOver = true;
      takeOff(root.host);
    },
  };
}

/** Marks a failure that the notice shows. Returns whether it does. */
function markShown(error: unknown): error is SdkError {
  if (!(error instanceof SdkError)) return false;
  error.shown = TRANSIENT.test(error.code);
  return error.shown;
}

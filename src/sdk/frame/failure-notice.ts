import type { FrameLook } from '../../contract/frame/frame-calls.ts';
import { askJson } from '../base/ask-json.ts';
import { make, makeGround, takeOff } from '../base/make.ts';
import { SdkError, sdkError } from '../base/sdk-error.ts';
import { recall } from '../base/tab-memory.ts';
import type { Connection } from '../session/connection.ts';

/** Failures that may pass by themselves; any other is the merchant's to mend. */
const TRANSIENT =
  /^(already|container|frame|offline|internal|overloaded|rate|shutting)|un(reachable|available)$/;

/** Under which the tab keeps what a wallet that stood has said for this: offline nobody can be asked. */
export const WORDS = 'sdk words';

/** The words in the wallet's language are waited for so long. */
const LOCALISED_MS = 2000;

const ENGLISH: FrameLook['words'] = {
  lang: 'en',
  dir: 'ltr',
  failed: 'The payment form could not be loaded.',
  offline: 'You are offline.',
  retry: 'Try again',
};

/** In the page's own colours, which are readable on it. */
const GROUND = 'display:block;color:inherit;color-scheme:inherit;visibility:inherit';
const NOTICE = 'padding:12px;border:1px solid;border-radius:8px;font:14px system-ui';
const BUTTON = 'display:block;padding:0 16px;margin:8px 0 0;min-height:44px;font:inherit';

type CreateNoticeInput = {
  readonly connection: Pick<Connection, 'session'>;
  /** Where the service has the words in the wallet's language. */
  readonly address: string;
  report(error: unknown): void;
  retry(place: Element, error: SdkError): void;
};

export type Notice = ReturnType<typeof createNotice>;

/**
 * Stands in the wallet's place when its start failed or another script took it away, with the reason and a way to try again: in the
 * language of the last wallet that stood in this tab, else in the wallet's where the service can be asked for it, else in English.
 */
export function createNotice({ connection, address, report, retry }: CreateNoticeInput) {
  const root = makeGround(GROUND);
  let isOver = false;
  // Also as what `connect` rejects with: whoever awaits that comes after this.
  connection.session.catch(markShown);
  const show = async (place: Element, error: SdkError) => {
    const localised = recall(WORDS) ?? (await askJson(address, LOCALISED_MS).catch(() => {}));
    if (isOver) return;
    const words: FrameLook['words'] = Object.assign({}, ENGLISH, localised);
    const textContent = error.code === 'offline' ? words.offline : words.failed;
    const onclick = () => {
      retry(place, error);
      // The focus must not go with the button.
      place.querySelector('iframe')?.focus();
    };
    const notice = make('div', { role: 'alert', lang: words.lang, dir: words.dir, style: NOTICE });
    notice.append(textContent, make('button', { textContent: words.retry, onclick, style: BUTTON }));
    root.replaceChildren(notice);
    place.append(root.host);
  };
  const tell = (place: Element | null, error: unknown) => {
    if (place?.isConnected && markShown(error)) show(place, error).catch(reportError);
    report(error);
  };

  return {
    /** Says why there is no wallet, to the shopper there and to the merchant. */
    tell,
    /** The same, in place of a frame that another script has made of the wallet's: a form that pays nothing. */
    replace(copy: Element) {
      tell(copy.parentElement, sdkError('already_initialised', 'wallet: found a copy of its frame'));
      takeOff(copy);
    },
    /** Takes it away, or keeps it away. */
    clear() {
      isOver = true;
      takeOff(root.host);
    },
  };
}

/** Whether the notice tells of this failure, which then says so. */
function markShown(error: unknown): error is SdkError {
  if (!(error instanceof SdkError)) return false;
  error.shown = TRANSIENT.test(error.code);
  return error.shown;
}

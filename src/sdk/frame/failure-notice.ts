import type { FrameLook } from '../../contract/frame/frame-calls.ts';
import { askJson } from '../base/ask-json.ts';
import { make } from '../base/make.ts';
import { SdkError } from '../base/sdk-error.ts';
import { recall } from '../base/tab-memory.ts';
import { createPainter } from '../dialogs/painter.ts';
import type { Connection } from '../session/connection.ts';

/** Failures that may pass by themselves; any other is the merchant's to mend. */
const TRANSIENT =
  /^(frame_|offline|internal_error|overloaded|rate_limited|shutting_down)|un(reachable|available)$/;

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
const NOTICE = 'padding:12px;border:1px solid;border-radius:8px;font:14px system-ui';
const BUTTON = 'min-height:44px;padding:0 16px;font:inherit';

type NoticeOnFailureInput = {
  readonly container: Element;
  readonly started: Promise<unknown>;
  readonly connection: Pick<Connection, 'session'>;
  /** Where the service has the words in the wallet's language. */
  readonly address: string;
  retry(error: SdkError): void;
};

/**
 * Stands in the wallet's place when its start failed, with the reason and a way to try again: in the wallet's language
 * where the service can be asked for it or a wallet has stood in this tab, else in English. Returns how to take it away, or keep it away.
 */
export function noticeOnFailure({
  container,
  started,
  connection,
  address,
  retry,
}: NoticeOnFailureInput): () => void {
  const notice = make('div', { role: 'alert' });
  let isWanted = true;
  // Also as what `connect` rejects with: whoever awaits that comes after this.
  connection.session.catch(markShown);
  started.catch(async (error) => {
    if (!markShown(error)) return;
    const localised = await askJson(address, LOCALISED_MS).catch(() => {});
    const words: FrameLook['words'] = Object.assign({}, ENGLISH, recall(WORDS), localised);
    if (!isWanted) return;
    const reason = error.code === 'offline' ? words.offline : words.failed;
    const paint = createPainter(() => {
      retry(error);
      // The focus must not go with the button.
      container.querySelector('iframe')?.focus();
    });
    paint(notice, {
      css: NOTICE,
      lang: words.lang,
      dir: words.dir,
      parts: [
        { key: 'reason', tag: 'p', css: 'margin:0 0 8px', textContent: reason },
        { key: 'retry', tag: 'button', css: BUTTON, textContent: words.retry },
      ],
    });
    container.append(notice);
  });
  return () => {
    isWanted = false;
    notice.remove();
  };
}

/** Whether the notice tells of this failure, which then says so. */
function markShown(error: unknown): error is SdkError {
  if (!(error instanceof SdkError)) return false;
  error.shown = TRANSIENT.test(error.code);
  return error.shown;
}

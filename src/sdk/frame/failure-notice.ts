import type { Theme } from '../../contract/frame/frame-boot.ts';
import { readJson } from '../base/refusal.ts';
import { SdkError } from '../base/sdk-error.ts';
import { recall } from '../base/tab-memory.ts';
import { make } from '../dialogs/threeds-parts.ts';
import type { Connection } from '../session/connection.ts';

/** Failures that may pass by themselves; any other is the merchant's to mend. */
const PASSING =
  /^(frame_|offline|internal_error|overloaded|rate_limited|shutting_down)|un(reachable|available)$/;

/** Under which the tab keeps what a wallet that stood has said for this: offline nobody can be asked. */
export const WORDS = 'sdk words';

/** The wallet's own notices and their buttons look like this. */
const NOTICE =
  'display:flex;flex-wrap:wrap;align-items:center;gap:8px;padding:12px 16px;border:1px solid;border-radius:8px;background:light-dark(#fef4f5,#36222a);color:light-dark(#c22334,#ff8d95);font:14px/1.4 system-ui;';
const BUTTON =
  'min-height:44px;padding:8px 16px;border:1px solid light-dark(#c8d1da,#47535f);border-radius:8px;background:light-dark(#fff,#1d252e);color:light-dark(#1b2530,#eef2f6);font:inherit;font-weight:550;cursor:pointer;';

type Failing = {
  readonly container: Element;
  /** Where the service has the words in the wallet's language. */
  readonly address: string;
  readonly theme: Theme;
  retry(error: SdkError): void;
};

/**
 * Stands in the wallet's place when its start failed, with the reason and a way to try again: in the wallet's language
 * where the service can be asked for it or a wallet has stood in this tab, else in English. Returns how to take it away, or keep it away.
 */
export function noticeOnFailure(
  { started, connection }: { started: Promise<void>; connection: Pick<Connection, 'session'> },
  { container, address, theme, retry }: Failing,
): () => void {
  const notice = make('div', NOTICE);
  notice.style.colorScheme = theme === 'auto' ? '' : theme;
  let isWanted = true;
  // Also as what `connect` rejects with: whoever awaits that comes after this.
  connection.session().catch(willTell);
  started.catch(async (error) => {
    if (!willTell(error)) return;
    const told: Record<string, unknown> = Object.assign({}, recall(WORDS), await readJson(address));
    if (!isWanted) return;
    const say = (name: string, english: string) => String(told[name] ?? english);
    const reason =
      error.code === 'offline'
        ? say('offline', 'You are offline.')
        : say('failed', 'The payment form could not be loaded.');
    const button = make('button', BUTTON, say('retry', 'Try again'));
    button.type = 'button';
    button.onclick = () => {
      retry(error);
      // The focus must not go with the button.
      container.querySelector('iframe')?.focus();
    };
    Object.assign(notice, { role: 'alert', lang: say('lang', 'en'), dir: say('dir', 'ltr') });
    notice.append(make('p', 'flex:1 210px;margin:0', reason), button);
    container.append(notice);
  });
  return () => {
    isWanted = false;
    notice.remove();
  };
}

/** Whether the notice tells of this failure, which then says so. */
function willTell(error: unknown): error is SdkError {
  if (!(error instanceof SdkError)) return false;
  error.shown = PASSING.test(error.code);
  return error.shown;
}

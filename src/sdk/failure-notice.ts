import { SdkError } from './sdk-error.ts';

/** Failures that may pass by themselves; any other is the merchant's to mend. */
const PASSING =
  /^(frame_|offline|internal_error|overloaded|rate_limited|shutting_down)|un(reachable|available)$/;

/**
 * Stands in the wallet's place when its start failed, with the reason and a way to try again: in English, because the
 * texts of all languages are the frame's. Returns how to take it away, or keep it away.
 */
export function noticeOnFailure(
  started: Promise<void>,
  { container, retry }: { container: Element; retry: (error: SdkError) => void },
): () => void {
  const notice = document.createElement('div');
  let isWanted = true;
  started.catch((error) => {
    if (!isWanted || !(error instanceof SdkError && PASSING.test(error.code))) return;
    const button = document.createElement('button');
    const onclick = () => {
      retry(error);
      // The focus must not go with the button.
      container.querySelector('iframe')?.focus();
    };
    Object.assign(notice, { role: 'alert', lang: 'en', dir: 'ltr' });
    Object.assign(button, { type: 'button', textContent: 'Try again', onclick });
    const reason = error.code === 'offline' ? 'You are offline' : 'The payment form could not be loaded';
    notice.append(`${reason}. `, button);
    container.append(notice);
  });
  return () => {
    isWanted = false;
    notice.remove();
  };
}

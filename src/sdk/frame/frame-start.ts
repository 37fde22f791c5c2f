import { atEnd } from '../base/lifetime.ts';
import { type SdkError, sdkError } from '../base/sdk-error.ts';

const PATIENCE_S = 6;
/** For the scripts of a document that has come: on a slow line a shopper types in it by then. */
const SCRIPTS_PATIENCE_S = 30;

/** The frame's window, once its document speaks: to ask for it before makes the browser prepare one in vain. */
export function firstWord(
  { iframe, address }: { iframe: HTMLIFrameElement; address: URL },
  lifetime: AbortSignal,
): Promise<Window> {
  return new Promise((resolve) => {
    const hear = ({ source, origin }: MessageEvent) => {
      if (origin !== address.origin) return;
      const { contentWindow } = iframe;
      if (contentWindow && source === contentWindow) resolve(contentWindow);
    };
    addEventListener('message', hear, { signal: lifetime });
  });
}

type Started<Value> = {
  readonly iframe: HTMLIFrameElement;
  readonly spoken: Promise<Window>;
  readonly channel: Promise<Value>;
};

/**
 * A frame that has loaded without a word shows something else: a page of refusal, or of the browser. One that has spoken
 * waits for its scripts.
 */
export function inTime<Value>(
  { iframe, spoken, channel }: Started<Value>,
  lifetime: AbortSignal,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let silence: SdkError;
    let timer = 0;
    const wait = (seconds: number, awaited: string) => {
      clearTimeout(timer);
      silence = failure('frame_timeout', `${awaited} did not load within ${seconds} s`);
      timer = window.setTimeout(() => reject(silence), seconds * 1000);
    };
    iframe.onload = () => {
      silence = failure(
        'frame_blocked',
        'it loaded and stayed silent; the service or an extension refused it',
      );
    };
    const onViolation = (violation: SecurityPolicyViolationEvent) => {
      if (!isAbout(iframe, violation)) return;
      reject(failure('frame_blocked', "this page's Content-Security-Policy does not allow it in frame-src"));
    };
    document.addEventListener('securitypolicyviolation', onViolation, { signal: lifetime });
    wait(PATIENCE_S, 'it');
    spoken.then(() => {
      iframe.onload = null;
      wait(SCRIPTS_PATIENCE_S, 'its scripts');
    }, reject);
    const stop = () => clearTimeout(timer);
    atEnd(lifetime, stop);
    channel.then(resolve, reject).finally(stop);
  });
}

function isAbout(
  iframe: HTMLIFrameElement,
  { effectiveDirective, disposition, blockedURI }: SecurityPolicyViolationEvent,
): boolean {
  return effectiveDirective === 'frame-src' && disposition === 'enforce' && iframe.src.startsWith(blockedURI);
}

function failure(code: 'frame_blocked' | 'frame_timeout', found: string): SdkError {
  return sdkError(code, `init: the wallet's frame did not start: ${found}`);
}

import { hear, type Peer } from '../../contract/frame/channel.ts';
import { after, atEnd } from '../base/lifetime.ts';
import { type SdkError, sdkError } from '../base/sdk-error.ts';

const TIMEOUT_S = 6;
/** For the first message of one that has loaded. */
const MESSAGE_TIMEOUT_S = 3;
/** For the scripts of a document that has come: on a slow line a shopper types in it by then. */
const SCRIPTS_TIMEOUT_S = 30;

type FrameCode = 'frame_blocked' | 'frame_timeout';

/** Resolves with the frame's window at its document's next message. */
export function nextMessage(frame: Peer, lifetime: AbortSignal): Promise<Window> {
  return new Promise((resolve) => {
    atEnd(
      lifetime,
      hear(frame, () => resolve(frame.contentWindow)),
    );
  });
}

/**
 * The channel of a frame. One that has loaded without a message shows something else: a page of whoever stands between, or of
 * the browser. One that has posted its first message waits for its scripts.
 */
export function inTime<Value>(
  channel: Promise<Value>,
  iframe: HTMLIFrameElement,
  firstMessage: Promise<Window>,
  signal: AbortSignal,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let stop = () => {};
    const wait = (seconds: number, code: FrameCode, found: string) => {
      stop();
      stop = after(seconds * 1000, signal, () => reject(failure(code, found)));
    };
    const onViolation = ({ effectiveDirective, disposition, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective !== 'frame-src' || disposition !== 'enforce') return;
      if (!iframe.src.startsWith(blockedURI)) return;
      reject(failure('frame_blocked', "this page's CSP lacks it in frame-src"));
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    atEnd(signal, () => document.removeEventListener('securitypolicyviolation', onViolation));
    // The message is sent before that, but may arrive after it.
    iframe.onload = () => wait(MESSAGE_TIMEOUT_S, 'frame_blocked', 'its document was refused');
    wait(TIMEOUT_S, 'frame_timeout', `it did not load in ${TIMEOUT_S} s`);
    firstMessage.then(() => {
      iframe.onload = null;
      wait(SCRIPTS_TIMEOUT_S, 'frame_timeout', `its scripts did not load in ${SCRIPTS_TIMEOUT_S} s`);
    }, reject);
    channel.then(resolve, reject).finally(() => stop());
  });
}

function failure(code: FrameCode, found: string): SdkError {
  return sdkError(code, `init: the frame did not start: ${found}`);
}

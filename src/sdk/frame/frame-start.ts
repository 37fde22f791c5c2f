import { hear, type Peer } from '../../contract/frame/channel.ts';
import { after, atEnd } from '../base/lifetime.ts';
import { sdkError } from '../base/sdk-error.ts';

const TIMEOUT_S = 6;
/** For the first message of a frame that has loaded. */
const MESSAGE_TIMEOUT_S = 3;
/** For the scripts of a document that has loaded: on a slow connection the shopper is typing by then. */
const SCRIPTS_TIMEOUT_S = 30;

type FrameCode = 'frame_blocked' | 'frame_timeout';

/** Resolves with the frame's window at the next message of its document. */
export function nextMessage(frame: Peer, lifetime: AbortSignal): Promise<Window> {
  return new Promise((resolve) => {
    atEnd(
      lifetime,
      hear(frame, () => resolve(frame.contentWindow)),
    );
  });
}

/**
 * The channel, or a rejection if the frame does not start in time. A frame that has loaded without a message shows something else: a
 * proxy's page or the browser's. One that has posted its first message waits for its scripts.
 */
export function inTime<Value>(
  channel: Promise<Value>,
  iframe: HTMLIFrameElement,
  firstMessage: Promise<Window>,
  signal: AbortSignal,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const fail = (found: string, code: FrameCode) => reject(sdkError(code, `init: found ${found}`));
    let stop = () => {};
    const wait = (seconds: number, found: string, code: FrameCode = 'frame_timeout') => {
      stop();
      stop = after(seconds * 1000, signal, () => fail(found, code));
    };
    const onViolation = ({ effectiveDirective, disposition, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective !== 'frame-src' || disposition !== 'enforce') return;
      if (iframe.src.startsWith(blockedURI)) fail("no service in the page's frame-src", 'frame_blocked');
    };
    addEventListener('securitypolicyviolation', onViolation);
    atEnd(signal, () => removeEventListener('securitypolicyviolation', onViolation));
    // The message is posted before `load`, but may arrive after it.
    iframe.onload = () => wait(MESSAGE_TIMEOUT_S, 'a refused frame', 'frame_blocked');
    wait(TIMEOUT_S, `no frame in ${TIMEOUT_S} s`);
    firstMessage.then(() => {
      iframe.onload = null;
      wait(SCRIPTS_TIMEOUT_S, `no scripts in ${SCRIPTS_TIMEOUT_S} s`);
    }, reject);
    channel.then(resolve, reject).finally(() => stop());
  });
}

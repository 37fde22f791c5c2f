import { openToPage } from '../contract/frame/channel.ts';
import type { Outcome } from '../contract/frame/frame-calls.ts';

/** Runs in the document served instead of a refused frame. It opens the channel and rejects `init` with the service's reason. */

/** The frame's query parameters, by their names in `init`. */
const ARGUMENTS: Readonly<Record<string, string>> = { merchant: 'merchant_id', locale: 'locale' };

const { code, message, param } = JSON.parse(document.getElementById('refusal')?.textContent ?? '{}');
const argument = String(code).startsWith('parameter_') && ARGUMENTS[param];
const refusal: Outcome<never> = {
  ok: false,
  error: argument
    ? { code: 'invalid_argument', message: `init: ${message}`, param: argument }
    : { code, message, param },
};
const origin = new URLSearchParams(location.search).get('origin') ?? '';

// A page whose HTML contains the frame asks whether it is ready.
window.onmessage = ({ source }) => {
  // To any origin: the empty message carries nothing.
  if (source === parent && parent !== self) parent.postMessage('', '*');
};
const refuse = async () => refusal;
// A page without an origin, such as a file, cannot be told here; its `connect` is rejected as well.
openToPage({ contentWindow: parent, origin }, { init: refuse, setSession: refuse }).catch(() => {});

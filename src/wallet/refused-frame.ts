import { openToPage } from '../contract/frame/channel.ts';
import type { Outcome } from '../contract/frame/frame-calls.ts';

/**
 * Script of the document that the service answers in place of a frame that it refuses: it speaks as the frame does, and refuses
 * `init` with the service's reason, which a page can read in no other way.
 */

/** What stands in the frame's address, by the names that `init` has for it. */
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

// A page that takes this over from its HTML asks for a first word.
window.onmessage = ({ source }) => {
  if (source === parent && parent !== self) parent.postMessage('', '*');
};
const refuse = async () => refusal;
// A page that cannot be named, as a file has no origin, is told by `connect`, which is refused as well.
openToPage({ contentWindow: parent, origin: origin }, { init: refuse, setSession: refuse }).catch(
  () => {},
);

import { openToPage } from '../contract/frame/channel.ts';
import type { Outcome } from '../contract/frame/frame-calls.ts';

/**
 * Script of the document that the service answers in place of a frame that it refuses: it speaks as the frame does, and refuses
 * `init` with the service's reason, which a page can read in no other way.
 */

const { code, message, param } = JSON.parse(document.getElementById('refusal')?.textContent ?? '{}');
/** What the service found wrong in the frame's address is an argument of `init`, as whatever the frame itself finds. */
const isArgument = String(code).startsWith('parameter_');
const refusal: Outcome<never> = {
  ok: false,
  error: isArgument
    ? { code: 'invalid_argument', message: `init: ${message}`, param }
    : { code, message, param },
};
const origin = new URLSearchParams(location.search).get('origin') ?? '';

// A page that takes this over from its HTML asks for a first word.
window.onmessage = ({ source }) => {
  if (source === parent) parent.postMessage('', '*');
};
// A page that has no origin, as a file has none, is told by `connect`, which is refused as well.
if (URL.canParse(origin))
  openToPage({ window: parent, origin }, { init: async () => refusal }).catch(reportError);

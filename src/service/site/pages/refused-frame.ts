import { script } from 'virtual:refused-frame';
import type { ErrorBody } from '../../../contract/error-body.ts';
import { inlineJson } from './inline-json.ts';
import { policyHash } from './policy-hash.ts';
import { strictPolicy } from './strict-policy.ts';

/**
 * The document in place of a refused frame. It is empty, and posts the reason to the page around it, whichever that is: a page
 * cannot read a frame by itself. It holds nothing that framing could misuse.
 */
export function refusedFrame({ error }: Pick<ErrorBody, 'error'>): string {
  const { code, message, param } = error;
  const refusal = inlineJson({ code, message, param });
  return `<!doctype html><title></title><script type="application/json" id="refusal">${refusal}</script><script type="module">${script}</script>\n`;
}

export const refusedFrameHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': strictPolicy([`script-src ${policyHash(script)}`], ["form-action 'none'"]),
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

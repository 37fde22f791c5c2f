import { script } from 'virtual:refused-frame';
import type { ErrorBody } from '../../contract/error-body.ts';
import { inlineJson } from './inline-json.ts';
import { policyHash } from './policy-hash.ts';

/**
 * In place of a frame that is refused: it shows nothing, and tells the page around it why, whichever that is, as nobody else can
 * read a frame. Of a page's own it has nothing that is worth framing.
 */
export function refusedFrame({ error }: Pick<ErrorBody, 'error'>): string {
  const { code, message, param } = error;
  const refusal = inlineJson({ code, message, param });
  return `<!doctype html><title></title><script type="application/json" id="refusal">${refusal}</script><script type="module">${script}</script>\n`;
}

export const refusedFrameHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `script-src ${policyHash(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

import { createHash } from 'node:crypto';
import { directionOf } from '../i18n/locale-fallback.ts';
import type { LocaleFile } from './locale-files.ts';

/** Content-Security-Policy hash of an inline element's text. */
export function policyHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** `dist/wallet/frame.json`: what the service needs to serve `frame.html` in any locale under its policy. */
export type FrameManifest = {
  readonly styleHash: string;
  readonly entryHash: string;
  /** By tag. The document carries English: another locale's script takes the place of `locales.en.script`. */
  readonly locales: Readonly<
    Record<string, { readonly dir: 'ltr' | 'rtl'; readonly script: string; readonly scriptHash: string }>
  >;
};

type Parts = { readonly style: string; readonly entry: string; readonly locales: readonly LocaleFile[] };

/** Ends no script early: `</script` and `<!--` can stand only in strings and regular expressions of minified code. */
const inlineScript = (code: string) => code.trim().replace(/<(?=\/script|!--)/gi, '\\x3C');

function fill(template: string, { slot, text }: { slot: string; text: string }): string {
  const [before, after, more] = template.split(`${slot}</`);
  if (before === undefined || after === undefined || more !== undefined) {
    throw new Error(`Composing the frame document: found no single "${slot}" in index.html`);
  }
  return `${before}${slot}${text}</${after}`;
}

export function composeFrame(template: string, parts: Parts): { html: string; manifest: FrameManifest } {
  const style = parts.style.trim();
  const entry = inlineScript(parts.entry);
  const locales = parts.locales.map(({ tag, script }) => {
    const text = inlineScript(script);
    return [tag, { dir: directionOf(tag), script: text, scriptHash: policyHash(text) }] as const;
  });
  const manifest: FrameManifest = {
    styleHash: policyHash(style),
    entryHash: policyHash(entry),
    locales: Object.fromEntries(locales),
  };
  const english = manifest.locales.en?.script ?? '';
  const slots = [
    { slot: '<style>', text: style },
    { slot: '<script>', text: english },
    { slot: '<script type="module">', text: entry },
  ];
  return { html: slots.reduce(fill, template.replace(/\n\s*/g, '')), manifest };
}

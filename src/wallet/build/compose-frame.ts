import { createHash } from 'node:crypto';
import { Provider } from '../../contract/forms/provider-names.ts';
import type { FrameManifest } from '../../contract/frame/frame-manifest.ts';
import { deviceNeed } from '../../contract/frame/provider-devices.ts';
import { directionOf } from '../../contract/frame/text-direction.ts';
import type { PrerenderedLocale } from './prerender-locales.ts';

/** Content-Security-Policy hash of an inline element's text. */
export function policyHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

type Parts = {
  readonly style: string;
  /** The entry's address, relative to the document's. */
  readonly entry: string;
  readonly locales: readonly PrerenderedLocale[];
  readonly textsVersion: string;
};

/** Escapes `</script` and `<!--`, which occur only in strings and regular expressions of minified code. */
const inlineScript = (code: string) => code.trim().replace(/<(?=\/script|!--)/gi, '\\x3C');

/** Of every provider: what the first script of the document looks for. */
const devices = Object.fromEntries(Provider.options.map((method) => [method, deviceNeed(method)]));

type Replacement = { slot: string; text: string };

function replaceOnly(template: string, { slot, text }: Replacement): string {
  const [before, after, more] = template.split(slot);
  if (before === undefined || after === undefined || more !== undefined) {
    throw new Error(`Composing the frame document: found no single "${slot}" in index.html`);
  }
  return `${before}${text}${after}`;
}

/** Fills the empty element that `slot` opens. */
const fill = (template: string, { slot, text }: Replacement): string =>
  replaceOnly(template, { slot: `${slot}</`, text: `${slot}${text}</` });

/** The text between `start`, which must occur once, and the next `end`. */
function between(text: string, { start, end }: { start: string; end: string }): string {
  const [, rest, more] = text.split(start);
  if (rest === undefined || more !== undefined) {
    throw new Error(`Composing the frame document: found no single "${start}"`);
  }
  return rest.slice(0, rest.indexOf(end));
}

/** The mark of the one brand that the prerendered form accepts. */
function markIn(form: string): string {
  return `<img class="brand-mark"${between(form, { start: '<img class="brand-mark"', end: '>' })}>`;
}

function describeLocale({ tag, form, firstScript }: PrerenderedLocale): FrameManifest['locales'][string] {
  const text = inlineScript(firstScript);
  return { dir: directionOf(tag), form, script: text, scriptHash: policyHash(text) };
}

export function composeFrame(template: string, parts: Parts): { html: string; manifest: FrameManifest } {
  const scripts = [
    { slot: './main.tsx', text: parts.entry },
    { slot: 'devices = {}', text: `devices = ${JSON.stringify(devices)}` },
  ];
  // One line, without the lines that are comments.
  const dense = scripts.reduce(replaceOnly, template.replace(/\n\s*(?:\/\/.*)?/g, ''));
  const style = parts.style.trim();
  const hints = between(dense, { start: '</style><script>', end: '</script>' });
  const locales = Object.fromEntries(parts.locales.map((locale) => [locale.tag, describeLocale(locale)]));
  const english = locales['en'];
  if (!english) throw new Error('Composing the frame document: found no English');
  const manifest: FrameManifest = {
    styleHash: policyHash(style),
    hintsHash: policyHash(hints),
    loaderHash: policyHash(between(dense, { start: '<script type="module">', end: '</script>' })),
    mark: markIn(english.form),
    textsVersion: parts.textsVersion,
    locales,
  };
  const slots = [
    { slot: '<style>', text: style },
    { slot: '<div id="wallet">', text: english.form },
    { slot: '</div><script>', text: english.script },
  ];
  return { html: slots.reduce(fill, dense), manifest };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { FrameBoot } from '../../contract/frame-boot.ts';

/** `frame.json`, which the wallet's build writes beside `frame.html`; hashes as a policy spells them, unquoted. */
const Manifest = z.object({
  styleHash: z.string(),
  hintsHash: z.string(),
  entryHash: z.string(),
  /** Of one brand, in a form that has a single one. */
  mark: z.string(),
  locales: z.record(
    z.string(),
    z.object({ dir: z.enum(['ltr', 'rtl']), form: z.string(), script: z.string(), scriptHash: z.string() }),
  ),
});

const BOOT_SLOT = '<script type="application/json" id="boot">null</script>';
const DEFAULT_LOCALE = 'en';

export type FrameTemplate = {
  /** The locale whose texts will be shown: the tag itself, its language, else English. */
  resolveLocale(wanted: string): string;
  /** The document for one embedding; `boot.locale` is a resolved one. */
  compose(boot: FrameBoot): string;
  /** The policy that fits it. */
  policy(boot: FrameBoot, frameAncestors: readonly string[]): string;
};

export function readFrameTemplate(directory: string): FrameTemplate {
  const html = readFileSync(join(directory, 'frame.html'), 'utf8');
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(directory, 'frame.json'), 'utf8')));
  const { mark } = manifest;
  const textsOf = (locale: string) => {
    const texts = manifest.locales[locale];
    if (!texts) throw new Error(`Cannot compose the frame: the build has no locale '${locale}'`);
    return texts;
  };
  const english = textsOf(DEFAULT_LOCALE);
  return {
    resolveLocale: (wanted) => resolveLocale(wanted, Object.keys(manifest.locales)),
    compose(boot) {
      const { dir, form, script } = textsOf(boot.locale);
      const slots = [
        ['<html lang="en" dir="ltr">', `<html lang="${boot.locale}" dir="${dir}">`],
        [english.form, fill(form, { slot: mark, content: mark.repeat(boot.acceptedBrands.length) })],
        [english.script, script],
        [BOOT_SLOT, BOOT_SLOT.replace('null', () => inlineJson(boot))],
      ] as const;
      return slots.reduce((text, [slot, content]) => fill(text, { slot, content }), html);
    },
    policy(boot, frameAncestors) {
      const { scriptHash } = textsOf(boot.locale);
      return [
        "default-src 'none'",
        `script-src 'self' '${manifest.hintsHash}' '${manifest.entryHash}' '${scriptHash}'`,
        `style-src 'self' '${manifest.styleHash}'`,
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors ${frameAncestors.join(' ')}`,
        "require-trusted-types-for 'script'",
      ].join('; ');
    },
  };
}

function resolveLocale(wanted: string, available: readonly string[]): string {
  const subtags = wanted.toLowerCase().split('-');
  const tags = subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'));
  for (const tag of tags) {
    const found = available.find((locale) => locale.toLowerCase() === tag);
    if (found !== undefined) return found;
  }
  return DEFAULT_LOCALE;
}

/** Cannot end the element it stands in. */
function inlineJson(boot: FrameBoot): string {
  return JSON.stringify(boot).replaceAll('<', '\\u003c');
}

function fill(html: string, { slot, content }: { slot: string; content: string }): string {
  const [before, after, more] = html.split(slot);
  if (before === undefined || after === undefined || more !== undefined) {
    throw new Error(`Cannot compose the frame: found no single '${slot.slice(0, 40)}' in frame.html`);
  }
  return before + content + after;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closestLocale } from '../../../contract/frame/closest-locale.ts';
import type { FrameBoot } from '../../../contract/frame/frame-boot.ts';
import { FrameManifest } from '../../../contract/frame/frame-manifest.ts';
import type { FrameText } from './frame-encoding.ts';
import { inlineJson } from './inline-json.ts';
import { strictPolicy } from './strict-policy.ts';

const BOOT_SLOT = '<script type="application/json" id="boot">null</script>';
const DEFAULT_LOCALE = 'en';

export type FrameTemplate = {
  readonly textsVersion: string;
  /** The locale to show: the closest with texts, or else English. */
  resolveLocale(tag: string): string;
  /** The document for one embedding; `boot.locale` must be resolved. */
  compose(boot: FrameBoot): FrameText;
  /** The policy of that document. */
  policy(boot: FrameBoot, frameAncestors: readonly string[]): string;
};

/** `directory`: the wallet's build. */
export function readFrameManifest(directory: string): FrameManifest {
  return FrameManifest.parse(JSON.parse(readFileSync(join(directory, 'frame.json'), 'utf8')));
}

export function readFrameTemplate(directory: string): FrameTemplate {
  const html = readFileSync(join(directory, 'frame.html'), 'utf8');
  const manifest = readFrameManifest(directory);
  const { mark } = manifest;
  const textsOf = (locale: string) => {
    const texts = manifest.locales[locale];
    if (!texts) throw new Error(`Cannot compose the frame: the build has no locale '${locale}'`);
    return texts;
  };
  const english = textsOf(DEFAULT_LOCALE);
  const [start, end] = split(html, BOOT_SLOT);
  const composedFrames = new Map<string, string>();
  const compose = ({ locale, holderName, acceptedBrands }: FrameBoot) => {
    const { dir, form, script } = textsOf(locale);
    const nameAttribute = holderName === 'required' ? '' : ` data-name="${holderName}"`;
    const slots = [
      ['<html lang="en" dir="ltr">', `<html lang="${locale}" dir="${dir}"${nameAttribute}>`],
      [english.form, split(form, mark).join(mark.repeat(acceptedBrands.length))],
      [english.script, script],
    ] as const;
    return slots.reduce((text, [slot, content]) => split(text, slot).join(content), start);
  };
  return {
    textsVersion: manifest.textsVersion,
    resolveLocale: (tag) => closestLocale(tag, Object.keys(manifest.locales)) ?? DEFAULT_LOCALE,
    compose(boot) {
      const name = `${boot.locale} ${boot.holderName} ${boot.acceptedBrands.length}`;
      const shared = composedFrames.get(name) ?? compose(boot);
      composedFrames.set(name, shared);
      return { sharedText: shared, ownText: BOOT_SLOT.replace('null', () => inlineJson(boot)) + end };
    },
    policy: ({ locale }, frameAncestors) =>
      policyOf({ ...manifest, ...textsOf(locale) }, frameAncestors.join(' ')),
  };
}

type Hashes = Pick<FrameManifest, 'hintsHash' | 'loaderHash' | 'styleHash'> & { readonly scriptHash: string };

function policyOf({ hintsHash, loaderHash, scriptHash, styleHash }: Hashes, frameAncestors: string): string {
  return strictPolicy(
    [
      `script-src 'self' '${hintsHash}' '${loaderHash}' '${scriptHash}'`,
      `style-src 'self' '${styleHash}'`,
      "img-src 'self'",
      "connect-src 'self'",
      // The bank's box, where the page's code of dialogs was lost.
      "frame-src 'self'",
    ],
    ["form-action 'none'", `frame-ancestors ${frameAncestors}`],
  );
}

/** The text before and after the only `slot`. */
function split(html: string, slot: string): readonly [before: string, after: string] {
  const [before, after, more] = html.split(slot);
  if (before === undefined || after === undefined || more !== undefined) {
    throw new Error(`Cannot compose the frame: found no single '${slot.slice(0, 40)}' in frame.html`);
  }
  return [before, after];
}

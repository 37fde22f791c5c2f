import type { FrameBoot } from '../../contract/frame/frame-boot.ts';
import type { LocaleTexts, Texts } from '../i18n/translate.ts';

declare global {
  /** Set by each locale's script. */
  var walletTexts: Record<string, Texts> | undefined;
}

/** Makes a function that loads the script at an address; it rejects if that fails. */
export type FetchScript = (address: string) => () => Promise<unknown>;

/** Loads all texts of a locale from its file, unless they are loaded already. */
export function createTextLoader(
  script: FetchScript,
  { textsVersion }: Pick<FrameBoot, 'textsVersion'>,
): (tag: string) => Promise<LocaleTexts> {
  const fetches: Record<string, () => Promise<unknown>> = {};
  return async (tag) => {
    // The texts in the document lack those of MANAGE.
    if (!globalThis.walletTexts?.[tag]?.['manage.add']) {
      fetches[tag] ??= script(new URL(`./locales/${tag}-${textsVersion}.js`, document.baseURI).href);
      await fetches[tag]();
    }
    const texts = globalThis.walletTexts?.[tag];
    if (!texts) throw new Error(`Loading locale "${tag}": found no texts`);
    return { tag, texts };
  };
}

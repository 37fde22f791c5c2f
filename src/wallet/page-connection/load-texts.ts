import { localeFile, localeTags } from 'virtual:locale-files';
import type { Texts } from '../i18n/translate.ts';

declare global {
  /** Left by the script of each locale that has been loaded. */
  var walletTexts: Record<string, Texts> | undefined;
}

type Loaded = { readonly tag: string; readonly texts: Texts };

/** What brings the script at an address; rejects where it was lost on the way. */
export type FetchScript = (address: string) => () => Promise<unknown>;

/** Brings all texts of a locale that there is from its file, where they are not here yet. */
export function createTextLoader(script: FetchScript): (tag: string) => Promise<Loaded> {
  const fetches = new Map(
    localeTags.map((tag) => [tag, script(new URL(localeFile(tag), document.baseURI).href)]),
  );
  return async (tag) => {
    // The document's own are without those of MANAGE.
    if (!globalThis.walletTexts?.[tag]?.['manage.add']) await fetches.get(tag)?.();
    const texts = globalThis.walletTexts?.[tag];
    if (!texts) throw new Error(`Loading locale "${tag}": found no texts`);
    return { tag, texts };
  };
}

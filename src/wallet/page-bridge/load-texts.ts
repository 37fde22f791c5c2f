import { localeFile, localeTags } from 'virtual:locale-files';
import { localeFor } from '../i18n/locale-fallback.ts';
import type { Texts } from '../i18n/translate.ts';

declare global {
  /** Left by the script of each locale that has been loaded. */
  var walletTexts: Record<string, Texts> | undefined;
}

type Loaded = { readonly tag: string; readonly texts: Texts };

/** Finds the closest locale there is to a wanted one, and brings it from its file where it is not here yet. */
export function createTextLoader(): (wanted: string) => Promise<Loaded> {
  const fetches = new Map(
    localeTags.map((tag) => [
      tag,
      chunk(() => import(/* @vite-ignore */ new URL(localeFile(tag), document.baseURI).href)),
    ]),
  );
  return async (wanted) => {
    const tag = localeFor(wanted, localeTags);
    // The document's own are without those of MANAGE.
    if (!globalThis.walletTexts?.[tag]?.['manage.add']) await fetches.get(tag)?.();
    const texts = globalThis.walletTexts?.[tag];
    if (!texts) throw new Error(`Loading locale "${tag}": found no texts`);
    return { tag, texts };
  };
}

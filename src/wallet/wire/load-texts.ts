import { localeFiles } from 'virtual:locale-files';
import { localeFor } from '../i18n/locale-fallback.ts';
import type { Texts } from '../i18n/translate.ts';

declare global {
  /** Left by the script of each locale that has been loaded. */
  var walletTexts: Record<string, Texts> | undefined;
}

/** The closest locale there is to a wanted one, from its file where it is not here yet. */
export async function loadTexts(wanted: string): Promise<{ tag: string; texts: Texts }> {
  const tag = localeFor(wanted, Object.keys(localeFiles));
  // The document's own are without those of MANAGE.
  if (!globalThis.walletTexts?.[tag]?.['manage.add']) {
    await import(/* @vite-ignore */ new URL(localeFiles[tag] ?? '', document.baseURI).href);
  }
  const texts = globalThis.walletTexts?.[tag];
  if (!texts) throw new Error(`Loading locale "${tag}": found no texts`);
  return { tag, texts };
}

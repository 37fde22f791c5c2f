import { join } from 'node:path';
import type { Plugin } from 'vite';
import { localeScript } from './compile-locale.ts';
import { loadersCode, messagesOf, readLocales } from './locale-files.ts';

const localesFolder = join(import.meta.dirname, '../i18n/locales');
const textsPrefix = 'virtual:texts/';
const localeTags = 'virtual:locale-tags';
const everyTexts = 'virtual:every-texts';

/**
 * `virtual:locale-tags`: the tags of the locales. `virtual:texts/<tag>`: a locale's texts as a
 * module, for tests; the frame has them in its document. `virtual:every-texts`: a loader of each of these, for the gallery.
 */
export function localeTexts(): Plugin {
  return {
    name: 'wallet-locales',
    resolveId: (id) =>
      id === localeTags || id === everyTexts || id.startsWith(textsPrefix) ? `\0${id}` : null,
    async load(id) {
      if (id === `\0${localeTags}`) {
        const tags = [...readLocales(localesFolder).keys()].join(' ');
        return `export const localeTags = '${tags}'.split(' ');`;
      }
      if (id === `\0${everyTexts}`) return loadersCode(textsPrefix, readLocales(localesFolder).keys());
      if (!id.startsWith(`\0${textsPrefix}`)) return null;
      const tag = id.slice(textsPrefix.length + 1);
      const script = await localeScript(tag, messagesOf(readLocales(localesFolder), tag));
      return `${script}\nexport const texts = globalThis.walletTexts[${JSON.stringify(tag)}];`;
    },
  };
}

import { join } from 'node:path';
import type { Plugin } from 'vite';
import { localeScript } from './compile-locale.ts';
import { compileLocales, loadersCode, messagesOf, readLocales } from './locale-files.ts';

const localesFolder = join(import.meta.dirname, '../i18n/locales');
const textsPrefix = 'virtual:texts/';
const fileNames = 'virtual:locale-files';
const everyTexts = 'virtual:every-texts';

/**
 * `virtual:locale-files`: the address of each compiled locale by tag. `virtual:texts/<tag>`: a locale's texts as a
 * module, for tests; the frame has them in its document. `virtual:every-texts`: what loads each of these, for the gallery.
 */
export function localeTexts(): Plugin {
  return {
    name: 'wallet-locales',
    resolveId: (id) =>
      id === fileNames || id === everyTexts || id.startsWith(textsPrefix) ? `\0${id}` : null,
    async load(id) {
      if (id === `\0${fileNames}`) {
        const entries = (await compileLocales(readLocales(localesFolder))).map(({ tag, fileName }) => [
          tag,
          `./${fileName}`,
        ]);
        return `export const localeFiles = ${JSON.stringify(Object.fromEntries(entries))};`;
      }
      if (id === `\0${everyTexts}`) return loadersCode(textsPrefix, readLocales(localesFolder).keys());
      if (!id.startsWith(`\0${textsPrefix}`)) return null;
      const tag = id.slice(textsPrefix.length + 1);
      const script = await localeScript(tag, messagesOf(readLocales(localesFolder), tag));
      return `${script}\nexport const texts = globalThis.walletTexts[${JSON.stringify(tag)}];`;
    },
  };
}

import type { Plugin } from 'vite';
import { localeTextsModule } from './compile-locale.ts';
import { readLocales } from './locale-files.ts';

const loaders = 'virtual:page-texts';
const textsPrefix = 'virtual:page-texts/';

/**
 * `virtual:page-texts`: what loads the texts of each locale of `folder`, for pages that are not the wallet's. Checked
 * against English as the wallet's are: a key or placeholder too few or too many fails the build.
 */
export function pageTexts(folder: string): Plugin {
  let read: ReturnType<typeof readLocales> | undefined;
  const locales = () => {
    read ??= readLocales(folder);
    return read;
  };
  return {
    name: 'page-texts',
    buildStart() {
      read = undefined;
    },
    resolveId: (id) => (id === loaders || id.startsWith(textsPrefix) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${loaders}`) return loadersCode([...locales().keys()]);
      if (!id.startsWith(`\0${textsPrefix}`)) return null;
      const tag = id.slice(textsPrefix.length + 1);
      const messages = locales().get(tag);
      if (!messages) throw new Error(`Compiling locale "${tag}": found no such locale`);
      return localeTextsModule(tag, messages);
    },
  };
}

function loadersCode(tags: readonly string[]): string {
  const entries = tags.map(
    (tag) => `${JSON.stringify(tag)}: async () => (await import('${textsPrefix}${tag}')).texts`,
  );
  return `export const loadTexts = { ${entries.join(', ')} };`;
}

import type { Plugin } from 'vite';
import type { Messages } from './check-locale.ts';
import { localeTextsModule } from './compile-locale.ts';
import { loadersCode, messagesOf, readLocales } from './locale-files.ts';

const loaders = 'virtual:page-texts';
const textsPrefix = 'virtual:page-texts/';

type Folders = {
  readonly folder: string;
  /** Texts taken from another folder. */
  readonly shared: { readonly folder: string; readonly keys: readonly string[] };
};

/**
 * `virtual:page-texts`: a loader of the texts of each locale of `folder`, for pages other than the wallet. As with the
 * wallet's, a missing or additional key or placeholder fails the build.
 */
export function pageTexts(folders: Folders): Plugin {
  let cache: ReadonlyMap<string, Messages> | undefined;
  const locales = () => {
    cache ??= readFolders(folders);
    return cache;
  };
  return {
    name: 'page-texts',
    buildStart() {
      cache = undefined;
    },
    resolveId: (id) => (id === loaders || id.startsWith(textsPrefix) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${loaders}`) return loadersCode(textsPrefix, locales().keys());
      if (!id.startsWith(`\0${textsPrefix}`)) return null;
      const tag = id.slice(textsPrefix.length + 1);
      return localeTextsModule(tag, messagesOf(locales(), tag));
    },
  };
}

function readFolders({ folder, shared }: Folders): ReadonlyMap<string, Messages> {
  const others = readLocales(shared.folder);
  const own = [...readLocales(folder)];
  return new Map(own.map(([tag, messages]) => [tag, { ...messages, ...pick(others.get(tag), shared.keys) }]));
}

function pick(messages: Messages | undefined, keys: readonly string[]): Messages {
  const picked = keys.map((key) => {
    const message = messages?.[key];
    if (message === undefined) throw new Error(`Compiling locales: found no "${key}" to share`);
    return [key, message] as const;
  });
  return Object.fromEntries(picked);
}

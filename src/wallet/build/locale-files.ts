import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkLocale, type Messages } from './check-locale.ts';
import { localeScript } from './compile-locale.ts';
import { pseudoLocale } from './pseudo-locale.ts';

export type LocaleFile = {
  readonly tag: string;
  readonly fileName: string;
  readonly script: string;
  /** For the document: without the texts of MANAGE, which loads the whole script itself. */
  readonly firstScript: string;
};

/** The label of MANAGE's list is needed before MANAGE is loaded. */
const isFirst = (key: string) => key === 'manage.label' || !/^(?:manage|page)\.|^saved\.soon$/.test(key);

const firstOf = (messages: Messages): Messages =>
  Object.fromEntries(Object.entries(messages).filter(([key]) => isFirst(key)));

/** Every locale of a folder, the pseudo-locale included, checked against English. */
export function readLocales(folder: string): ReadonlyMap<string, Messages> {
  const locales = new Map<string, Messages>(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  );
  const english = locales.get('en');
  if (!english) throw new Error(`Compiling locales: found no "en.json" in "${folder}"`);
  locales.set('en-XA', pseudoLocale(english));
  for (const [tag, messages] of locales) checkLocale(tag, { english, messages });
  return locales;
}

/** The messages of one locale. */
export function messagesOf(locales: ReadonlyMap<string, Messages>, tag: string): Messages {
  const messages = locales.get(tag);
  if (!messages) throw new Error(`Compiling locale "${tag}": found no such locale`);
  return messages;
}

/** A module that loads the texts of each locale from the module that `prefix` and its tag name. */
export function loadersCode(prefix: string, tags: Iterable<string>): string {
  const loaders = [...tags].map(
    (tag) => `${JSON.stringify(tag)}: async () => (await import('${prefix}${tag}')).texts`,
  );
  return `export const loadTexts = { ${loaders.join(', ')} };`;
}

/** One version for all locales, so that the frame needs it only once. No file is named by it: one word would rename them all. */
export function textsVersionOf(locales: readonly Pick<LocaleFile, 'script'>[]): string {
  const hash = createHash('sha256');
  for (const { script } of locales) hash.update(script);
  return hash.digest('base64url').slice(0, 8);
}

export async function compileLocales(locales: ReadonlyMap<string, Messages>): Promise<LocaleFile[]> {
  return Promise.all(
    [...locales].map(async ([tag, messages]) => ({
      tag,
      fileName: `locales/${tag}.js`,
      script: await localeScript(tag, messages),
      firstScript: await localeScript(tag, firstOf(messages)),
    })),
  );
}

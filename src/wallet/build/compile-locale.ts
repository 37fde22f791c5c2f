import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/lib/compile-module.js';
import { rolldown } from 'rolldown';
import { type Messages, placeholdersOf } from './check-locale.ts';

type LocaleModuleOptions = {
  readonly messages: Messages;
  readonly extraTexts?: Readonly<Record<string, string>>;
};

/** A module that exports `texts`, a `Texts`: strings, and functions where there are placeholders. */
function localeModule(tag: string, { messages, extraTexts = {} }: LocaleModuleOptions): string {
  const entries = Object.entries(messages);
  const texts = entries.filter(([, message]) => placeholdersOf(message).length === 0);
  const templates = entries.filter(([, message]) => placeholdersOf(message).length > 0);
  const format = new MessageFormat(tag, { strict: true });
  const functions = compileModule(format, Object.fromEntries(templates)).replace(
    'export default',
    'const filled =',
  );
  const strings = Object.fromEntries(texts.map(([key, message]) => [key, format.compile(message)({})]));
  const constants = JSON.stringify({ ...strings, ...extraTexts });
  return `${functions};\nexport const texts = { ...${constants}, ...filled };`;
}

/**
 * A locale as a classic script that sets `walletTexts[tag]`, list separators included. The document inlines the first texts;
 * the frame loads the rest later.
 */
export async function localeScript(tag: string, messages: Messages): Promise<string> {
  const entry = `import { texts } from ${JSON.stringify(TEXTS)};
    (globalThis.walletTexts ??= {})[${JSON.stringify(tag)}] = texts;`;
  return bundle({
    entry,
    texts: localeModule(tag, { messages, extraTexts: listSeparators(tag) }),
    format: 'iife',
  });
}

/** A locale as a module that imports nothing and exports `texts`. */
export async function localeTextsModule(tag: string, messages: Messages): Promise<string> {
  const entry = `export { texts } from ${JSON.stringify(TEXTS)};`;
  return bundle({ entry, texts: localeModule(tag, { messages }), format: 'es' });
}

const ENTRY = `${import.meta.dirname}/locale-script.js`;
const TEXTS = `${ENTRY}?texts`;

type Sources = { readonly entry: string; readonly texts: string; readonly format: 'iife' | 'es' };

async function bundle({ entry, texts, format }: Sources): Promise<string> {
  const sources: Readonly<Record<string, string>> = { [ENTRY]: entry, [TEXTS]: texts };
  const bundle = await rolldown({
    input: ENTRY,
    plugins: [
      { name: 'locale', resolveId: (id) => (id in sources ? id : null), load: (id) => sources[id] ?? null },
    ],
  });
  const { output } = await bundle.generate({ format, minify: true, sourcemap: false });
  await bundle.close();
  return output[0].code.trim();
}

const PROBES = ['A', 'B', 'C', 'D'] as const;

/**
 * The separators of a locale's list of alternatives, by the keys of its texts. They are computed at build time, because a
 * browser takes 13 ms for its first `Intl.ListFormat`, half as long as the form's hydration.
 */
function listSeparators(tag: string): Record<string, string> {
  const format = new Intl.ListFormat(tag, { type: 'disjunction' });
  const literals = (count: number) =>
    format
      .formatToParts(PROBES.slice(0, count))
      .filter(({ type }) => type === 'literal')
      .map(({ value }) => value);
  const [pair, ...afterPair] = literals(2);
  const [first, middle, last, ...afterLast] = literals(4);
  const isPlain = afterPair.length + afterLast.length === 0 && first === middle;
  if (!isPlain || pair === undefined || middle === undefined || last === undefined) {
    throw new Error(
      `Compiling locale "${tag}": found "${format.format(PROBES)}", wanted separators between items only`,
    );
  }
  return { 'list.or.pair': pair, 'list.or.middle': middle, 'list.or.last': last };
}

import { join } from 'node:path';
import { parse, type Token } from '@messageformat/parser';
import { describe, expect, it } from 'vitest';
import { closestLocale } from '../../contract/frame/closest-locale.ts';
import { directionOf } from '../../contract/frame/text-direction.ts';
import type { Messages } from './check-locale.ts';
import { readLocales } from './locale-files.ts';

const inFolder = (folder: string) => readLocales(join(import.meta.dirname, folder));
const pageTexts = inFolder('../../service/site/languages/locales');
const pageTextsOf = (tag: string): Messages =>
  Object.fromEntries(Object.entries(pageTexts.get(tag) ?? {}).map(([key, text]) => [`page ${key}`, text]));

/** The wallet's texts and, under `page`, those of the service's pages. */
const locales = new Map(
  [...inFolder('../i18n/locales')].map(([tag, messages]) => [tag, { ...messages, ...pageTextsOf(tag) }]),
);
const english: Messages = locales.get('en') ?? {};
const translated = [...locales].filter(([tag]) => new Intl.Locale(tag).language !== 'en');

/** What a language may share with English: the format that cards carry, and loan words of its own. */
const shared = new Set([
  'card.expiry.placeholder',
  'fil card.brands.detected',
  'fil card.code.label',
  'fil saved.card',
  'fil saved.default',
  'fil page card.label',
  'ro page card.label',
  'ro saved.card',
]);

/** Node 20 has a property, later ones have a method. */
type Textual = Intl.Locale & { textInfo?: Direction; getTextInfo?: () => Direction };
type Direction = { readonly direction: string };

it.each([...locales.keys()])('directionOf %s is that of its script', (tag) => {
  const locale: Textual = new Intl.Locale(tag);
  const { direction } = locale.getTextInfo?.() ?? locale.textInfo ?? { direction: 'unknown' };
  expect(directionOf(tag)).toBe(direction);
});

it.each([...locales.keys()])('closestLocale finds %s, and for its language alone a locale of it', (tag) => {
  const available = [...locales.keys()];
  const { language } = new Intl.Locale(tag);
  expect(closestLocale(tag.toLowerCase(), available)).toBe(tag);
  expect(closestLocale(language, available)).toMatch(new RegExp(`^${language}(-|$)`));
});

const pluralsOf = (message: string) =>
  parse(message).flatMap((token: Token) =>
    token.type === 'plural' ? [token.cases.map(({ key }) => key)] : [],
  );

/** What a message says, once per plural branch, with X for each placeholder. */
const readingsOf = (tokens: readonly Token[]): string[] =>
  tokens.reduce<string[]>(
    (before, token) => {
      const next =
        'cases' in token ? token.cases.flatMap((branch) => readingsOf(branch.tokens)) : [textOf(token)];
      return before.flatMap((start) => next.map((text) => start + text));
    },
    [''],
  );

const textOf = (token: Token) => (token.type === 'content' ? token.value : 'X');

/** The keys of which a reading is wrong. */
const keysWhere = (messages: Messages, isWrong: (text: string) => boolean) =>
  Object.keys(messages).filter((key) => readingsOf(parse(messages[key] ?? '')).some(isWrong));

describe.each([...locales])('the texts of %s', (tag, messages) => {
  it("name every plural category of the language's own rules", () => {
    const wanted = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted();
    const found = Object.values(messages).flatMap(pluralsOf);
    expect(found.map((keys) => keys.toSorted())).toEqual(found.map(() => wanted));
  });

  it('have typographic marks in composed form, and no space too many', () => {
    expect(keysWhere(messages, (text) => /\.\.\.|["'\u00b4`]| {2}|^\s|\s$/u.test(text))).toEqual([]);
    expect(keysWhere(messages, (text) => text !== text.normalize('NFC'))).toEqual([]);
  });
});

describe.each(translated)('the translation into %s', (tag, messages) => {
  it('leaves no English', () => {
    const same = Object.keys(messages).filter((key) => messages[key] === english[key]);
    expect(same.filter((key) => !shared.has(key) && !shared.has(`${tag} ${key}`))).toEqual([]);
  });

  it('keeps what a button shows in what it is called by', () => {
    const buttons = ['manage.remove', 'manage.undo', 'manage.default'];
    const shownIn = (key: string) => messages[`${key}.label`]?.toLocaleLowerCase(tag);
    expect(
      buttons.filter((key) => !shownIn(key)?.includes(messages[key]?.toLocaleLowerCase(tag) ?? '?')),
    ).toEqual([]);
  });
});

const isSentence = (text = '') => /[.。।۔](?: ?\{reason\})?$/u.test(text);

it.each(translated.filter(([tag]) => tag !== 'th'))(
  '%s ends a sentence where English does',
  (_, messages) => {
    const wrong = Object.keys(english).filter(
      (key) => isSentence(messages[key]) !== isSentence(english[key]),
    );
    expect(wrong).toEqual([]);
  },
);

const turnedAround = translated.filter(([tag]) => directionOf(tag) === 'rtl');

it.each(turnedAround)('%s isolates digits whose order its direction would turn around', (_, messages) => {
  const spaced = keysWhere(messages, (text) => /\d \/ \d/u.test(text));
  expect(spaced).toEqual(keysWhere(messages, (text) => /\u2066\d+ \/ \d+\u2069/u.test(text)));
});

/** Marks that belong to another script or another country's typesetting. */
const foreign: Readonly<Record<string, RegExp>> = {
  ar: /[,;?]/u,
  fa: /[,;?]/u,
  ur: /[,;?]/u,
  el: /\?/u,
  fr: /(?<![\u00a0\u202f])[:;?!»]|«(?![\u00a0\u202f])/u,
  ja: /[,:;?!]/u,
  'zh-Hans': /[,:;?!()]/u,
  'fr-CA': /(?<![\u00a0]):|\s[;?!]|[«»]/u,
  'zh-Hant': /[,:;?!()]/u,
  'zh-HK': /[,:;?!()]/u,
};

it.each(Object.keys(foreign))('the punctuation of %s is its own', (tag) => {
  const wrong = foreign[tag] ?? /$/u;
  expect(keysWhere(locales.get(tag) ?? {}, (text) => wrong.test(text))).toEqual([]);
});

import type en from './locales/en.json';

/** Added by the build: the separators of a list of alternatives. */
type SeparatorKey = `list.or.${'pair' | 'middle' | 'last'}`;

/** Keys by place: `card.number.label`. */
export type TextKey = keyof typeof en | SeparatorKey;
type TextValues = Readonly<Record<string, string | number>>;

/** One locale, compiled at build time: a text without placeholders is a string. */
export type Texts = Readonly<Record<TextKey, string | ((values: TextValues) => string)>>;
/** A locale with its texts. */
export type LocaleTexts = { readonly tag: string; readonly texts: Texts };
export type Translate = (key: TextKey, values?: TextValues) => string;

export function translator(texts: Texts): Translate {
  return (key, values = {}) => {
    const text = texts[key];
    return typeof text === 'string' ? text : text(values);
  };
}

import type en from './locales/en.json';

/** What the build adds: how the locale joins alternatives. */
type JointKey = `list.or.${'pair' | 'middle' | 'last'}`;

/** Keys by place: `card.number.label`. */
export type TextKey = keyof typeof en | JointKey;
type TextValues = Readonly<Record<string, string | number>>;

/** One locale, compiled at build time: a text without placeholders is a string. */
export type Texts = Readonly<Record<TextKey, string | ((values: TextValues) => string)>>;
export type Translate = (key: TextKey, values?: TextValues) => string;

export function translator(texts: Texts): Translate {
  return (key, values = {}) => {
    const text = texts[key];
    return typeof text === 'string' ? text : text(values);
  };
}

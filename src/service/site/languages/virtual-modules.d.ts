declare module 'virtual:page-texts' {
  type Key = import('./language.ts').TextKey;
  type Values = Readonly<Record<string, string | number>>;
  /** One locale, compiled at build time: a text without placeholders is a string. */
  type Texts = Readonly<Record<Key, string | ((values: Values) => string)>>;

  /** Locales by tag, the pseudo-locale `en-XA` included. */
  export const loadTexts: Readonly<Record<string, () => Promise<Texts>>>;
}

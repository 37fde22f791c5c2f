declare module 'virtual:locale-files' {
  export const localeTags: readonly string[];
  export const localeFile: (tag: string) => string;
}

/** What the build lends to late chunks: see `build/lent-modules-plugin.ts`. */
declare module 'virtual:lent';
declare module 'virtual:lent-by-line';

declare module 'virtual:texts/*' {
  export const texts: import('./translate.ts').Texts;
}

declare module 'virtual:every-texts' {
  export const loadTexts: Readonly<Record<string, () => Promise<import('./translate.ts').Texts>>>;
}

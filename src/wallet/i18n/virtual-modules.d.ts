declare module 'virtual:locale-tags' {
  export const localeTags: readonly string[];
}

/** Modules that lazy chunks share with the entry or the page connection: see `build/shared-modules-plugin.ts`. */
declare module 'virtual:shared';
declare module 'virtual:shared-by-page';

declare module 'virtual:texts/*' {
  export const texts: import('./translate.ts').Texts;
}

declare module 'virtual:every-texts' {
  export const loadTexts: Readonly<Record<string, () => Promise<import('./translate.ts').Texts>>>;
}

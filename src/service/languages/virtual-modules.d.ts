declare module 'virtual:page-texts' {
  /** By tag, the pseudo-locale `en-XA` included. */
  export const loadTexts: Readonly<Record<string, () => Promise<import('./language.ts').Texts>>>;
}

declare module 'virtual:locale-files' {
  export const localeFiles: Readonly<Record<string, string>>;
}

declare module 'virtual:texts/*' {
  export const texts: import('./translate.ts').Texts;
}

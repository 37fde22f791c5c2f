declare module 'virtual:docs-guides' {
  type Section = {
    readonly id: string;
    readonly title: string;
    readonly depth: number;
    readonly text: string;
  };
  type Guide = {
    readonly slug: string;
    readonly title: string;
    readonly html: string;
    readonly sections: readonly Section[];
  };
  /** The repository's guides, made HTML at build time. */
  export const guides: readonly Guide[];
}

declare module 'virtual:docs-scripts' {
  /** Scripts of the pages by name, each a whole program. */
  export const scripts: Readonly<Record<'docs.js' | 'search.js', string>>;
}

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
    readonly about: string;
    readonly html: string;
    readonly markdown: string;
    readonly sections: readonly Section[];
  };
  /** The repository's guides, made HTML and plain Markdown at build time. */
  export const guides: readonly Guide[];
}

declare module 'virtual:docs-scripts' {
  /** Scripts of the pages by name, each a whole program. */
  export const scripts: Readonly<Record<'docs.js' | 'search.js', string>>;
}

/** Rules of a page, and what becomes of the elements of `PLACE`. */
export type PageLook = {
  readonly css?: string;
  /** Of the root. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Of the device. Default: light. */
  readonly device?: 'light' | 'dark' | undefined;
};

/** Where the wallet stands on these pages. */
export const PLACE =
  '<style id="look"></style><main><section class="card"><div class="column"><div id="wallet"></div></div></section></main>';

const plain = 'body { margin: 0 } main { min-height: 100vh } .column { padding: 60px }';

const look = (css: string, more: Omit<PageLook, 'css'> = {}): PageLook => ({
  css: `${plain} ${css}`,
  ...more,
});

/** Forty ways in which pages are light, dark or in between. */
export const PAGE_LOOKS: Readonly<Record<string, PageLook>> = {
  'nothing said': look(''),
  'nothing said, on a dark device': look('', { device: 'dark' }),
  'a dark background alone': look('body { background: #000 }'),
  'a dark background on the root': look('html { background: #121212 }'),
  'a dark background and pale text': look('body { background: #0b0f14; color: #eee }'),
  'dark by color-scheme alone': look(':root { color-scheme: dark }'),
  'dark by color-scheme of the place': look('main { color-scheme: dark; background: Canvas }'),
  'light and dark, on a dark device': look(':root { color-scheme: light dark }', { device: 'dark' }),
  'light and dark, on a light device': look(':root { color-scheme: light dark }'),
  'light alone, on a dark device': look(':root { color-scheme: only light }', { device: 'dark' }),
  'dark, but a white card': look('body { background: #111; color: #eee } .card { background: #fff }'),
  'light, but a dark card': look('.card { background: #1b2530 }'),
  'declared dark, but a white background': look(':root { color-scheme: dark } body { background: #fff }'),
  'declared light, but a dark background': look(':root { color-scheme: light } body { background: #18181b }'),
  'dark by a medium': look('@media (prefers-color-scheme: dark) { body { background: #161b22 } }', {
    device: 'dark',
  }),
  'dark by a class of the root': look('.dark body { background: #030712 }', {
    attributes: { class: 'dark' },
  }),
  'dark by an attribute': look('[data-bs-theme=dark] { background: #212529 }', {
    attributes: { 'data-bs-theme': 'dark' },
  }),
  'dark by a style': look('', { attributes: { style: 'background: rgb(20 20 20)' } }),
  'dark by variables': look(':root { --ground: #0d1117 } main { background: var(--ground) }'),
  'dark by light-dark()': look(':root { color-scheme: dark } main { background: light-dark(#fff, #1e1e2e) }'),
  'zinc of oklch': look('body { background: oklch(0.21 0.006 285.885) }'),
  'slate of lab': look('body { background: lab(5.5 -1.2 -9) }'),
  'white of display-p3': look('body { background: color(display-p3 0.99 0.99 0.99) }'),
  'nearly white': look('body { background: #f4f4f5 }'),
  sepia: look('body { background: #f4ecd8 }'),
  'light grey': look('body { background: #d4d4d8 }'),
  'middle grey': look('body { background: #808080 }'),
  'the grey on which neither is good': look('body { background: #767676 }'),
  'dark grey': look('body { background: #444 }'),
  'a brand blue': look('body { background: #1768d6; color: #fff }'),
  'a brand red': look('body { background: #c22334; color: #fff }'),
  'a brand green': look('body { background: #00a86b }'),
  'a brand yellow': look('body { background: #ffd814 }'),
  'a brand purple of oklch': look('body { background: oklch(0.43 0.2 300) }'),
  'half of black over white': look('body { background: #fff } main { background: rgb(0 0 0 / 50%) }'),
  'a little white over black': look('body { background: #000 } main { background: rgb(255 255 255 / 8%) }'),
  'glass over a dark page': look(
    'body { background: #09090b } .card { background: rgb(24 24 27 / 70%); backdrop-filter: blur(8px) }',
  ),
  'a dark gradient': look('body { background: linear-gradient(135deg, #0f172a, #1e1b4b) }'),
  'a light gradient': look('body { background: linear-gradient(#ffffff, #eef2ff) }'),
  'a dark picture and white text': look(
    `body { color: #fff; background: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9' fill='%23101820'/%3E%3C/svg%3E") }`,
  ),
};

import { BLOCKS } from './style-blocks.ts';

const FRAME = `:root {
  color-scheme: light dark;
  --page: light-dark(#fbfaf7, #131412);
  --surface: light-dark(#ffffff, #1b1d1a);
  --ink: light-dark(#1f211e, #f1efe9);
  --soft: light-dark(#5d6059, #a9aca4);
  --line: light-dark(#e4dfd4, #343731);
  --accent: light-dark(#1d5c4b, #8fd3bd);
  --on-accent: light-dark(#ffffff, #10201b);
  --mark: light-dark(#fbefd5, #3a2c0c);
  --code: light-dark(#f4f1ea, #0f100e);
  --bad: light-dark(#a3271b, #ff9c8f);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 76px; -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif;
}
a { color: var(--accent); text-underline-offset: 3px; }
a:has(> code) { text-underline-offset: 5px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
.skip { position: absolute; left: -999px; z-index: 3; }
.skip:focus { left: 16px; top: 12px; padding: 8px 12px; background: var(--surface); }
.top {
  position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 12px; height: 60px; padding: 0 24px;
  background: var(--page); border-bottom: 1px solid var(--line);
}
.brand { color: inherit; font-weight: 650; text-decoration: none; }
.brand span { color: var(--soft); font-weight: 400; }
.finder { margin-left: auto; }
.search-opener {
  display: flex; align-items: center; gap: 40px; padding: 7px 10px 7px 14px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--surface); color: var(--soft); font-size: 14px; line-height: 20px;
}
.search-opener:hover { border-color: var(--soft); }
kbd { padding: 0 6px; border: 1px solid var(--line); border-radius: 4px; font: 12px/18px var(--mono); }
.menu { display: none; padding: 6px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); font-size: 14px; }
.shell { display: grid; grid-template-columns: 244px minmax(0, 1fr); max-width: 1400px; margin: 0 auto; gap: 48px; padding: 0 24px; }
nav[popover] {
  position: sticky; inset: 60px auto auto; display: block; align-self: start; width: auto; height: calc(100vh - 60px); margin: 0;
  padding: 28px 12px 48px 10px; overflow: auto; border: 0; background: none; color: inherit; font-size: 14px; line-height: 1.4;
}
nav h2, nav summary { margin: 22px 0 6px; font-size: 13px; font-weight: 650; color: var(--ink); }
nav h2:first-child { margin-top: 0; }
nav ul, .contents ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: 5px 10px; margin-left: -10px; border-radius: 6px; color: var(--soft); text-decoration: none; }
nav a:hover { color: var(--ink); background: light-dark(#f1eee6, #20221f); }
nav a[aria-current] { color: var(--accent); background: light-dark(#e8efe9, #1e2a25); font-weight: 550; }
main { padding: 36px 0 120px; min-width: 0; }
main > .text { max-width: 800px; }
main.split { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 440px); gap: 48px; }
main.split > .text { max-width: none; }
.beside { position: sticky; top: 84px; align-self: start; max-height: calc(100vh - 100px); overflow: auto; padding: 2px; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { margin: 0 0 10px; font: 600 36px/1.15 'Iowan Old Style', 'Palatino Linotype', Georgia, 'Liberation Serif', serif; }
main h2 { margin: 52px 0 12px; font-size: 22px; }
main h3 { margin: 32px 0 8px; font-size: 17px; }
main p, main li { max-width: 74ch; overflow-wrap: break-word; }
.lead { margin: 0 0 28px; color: var(--soft); font-size: 17px; }
.anchor { color: inherit; text-decoration: none; }
.anchor:hover::after { content: ' #'; color: var(--soft); }
:target { scroll-margin-top: 76px; }
tr:target, li:target { background: var(--mark); }
`;

const NARROW = `@media (max-width: 1180px) {
  main.split { display: block; }
  .beside { position: static; max-height: none; margin-top: 40px; }
}
@media (max-width: 820px) {
  .top { padding: 0 16px; }
  .menu { display: block; }
  .brand span, .search-opener kbd { display: none; }
  .shell { display: block; padding: 0 16px; }
  nav[popover] { position: fixed; inset: 60px 0 0; align-self: stretch; display: none; width: 100%; height: auto; max-width: none; padding: 20px 24px 48px; background: var(--page); font-size: 16px; }
  nav[popover]:popover-open { display: block; }
  nav a { padding: 8px 10px; }
  main { padding-top: 24px; }
  h1 { font-size: 30px; }
  .wide table { min-width: 560px; }
}
@media (max-width: 620px) {
  .wide table { min-width: 0; }
  .wide table, .wide tbody, .wide tr, .wide th, .wide td { display: block; }
  .wide thead { position: absolute; clip-path: inset(50%); }
  .wide tr { padding: 10px 0; border-top: 1px solid var(--line); }
  .wide :is(th, td) { padding: 2px 0; border: 0; white-space: normal; overflow-wrap: anywhere; }
  .wide tr > :first-child { font-weight: 600; }
  .wide td:empty { display: none; }
  .wide td[data-label]:not(:empty)::before { content: attr(data-label) ': '; color: var(--soft); }
}
@media print {
  :root { color-scheme: light; }
  .top, nav[popover], .contents, .send, .copy, .choices, .skip { display: none; }
  .shell, main.split { display: block; padding: 0; }
  .beside { position: static; max-height: none; }
  .samples .panel { display: block; }
  .printed { display: block; font-weight: 600; }
  pre, .wide { overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere; }
  tr, pre, figure { break-inside: avoid; }
}
`;

/** The stylesheet of the documentation, inlined in each page and named by hash in its policy. */
export const STYLE = FRAME + BLOCKS + NARROW;

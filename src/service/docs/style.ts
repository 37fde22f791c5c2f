/** The stylesheet of the reference, inlined in each page and named by hash in its policy. */
export const STYLE = `:root {
  color-scheme: light dark;
  --page: light-dark(#f7f4ee, #131412);
  --surface: light-dark(#ffffff, #1d1f1c);
  --ink: light-dark(#1f211e, #f1efe9);
  --soft: light-dark(#5d6059, #a9aca4);
  --line: light-dark(#e4dfd4, #343731);
  --accent: light-dark(#1d5c4b, #8fd3bd);
  --mark: light-dark(#fbefd5, #3a2c0c);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif;
}
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 3px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 16px; padding: 8px 12px; background: var(--surface); }
.shell { display: grid; grid-template-columns: 260px minmax(0, 1fr); max-width: 1180px; margin: 0 auto; gap: 48px; padding: 0 24px; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 32px 0; font-size: 14px; }
nav strong { display: block; margin: 0 0 12px; font-size: 16px; }
nav h2 { margin: 20px 0 4px; font-size: 12px; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: 4px 0; color: inherit; text-decoration: none; }
nav a:hover, nav a[aria-current] { color: var(--accent); text-decoration: underline; }
main { padding: 32px 0 96px; min-width: 0; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
h1 { margin: 0 0 8px; font: 600 34px/1.15 'Iowan Old Style', 'Palatino Linotype', Georgia, 'Liberation Serif', serif; }
.lead { max-width: 62ch; margin: 0 0 32px; color: var(--soft); }
section > h2 { margin: 56px 0 4px; font-size: 24px; }
article { margin: 24px 0 0; padding: 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
article > h3 { margin: 0; font-size: 18px; }
article p { max-width: 70ch; }
h4 { margin: 24px 0 8px; font-size: 14px; color: var(--soft); }
.address { margin: 6px 0 0; font: 14px/1.4 var(--mono); overflow-wrap: anywhere; }
.verb { display: inline-block; margin-right: 8px; padding: 1px 8px; border-radius: 99px; background: var(--mark); font-weight: 600; }
a:has(> code) { text-underline-offset: 5px; }
code, pre { font-family: var(--mono); font-size: .875em; }
:not(pre) > code { overflow-wrap: anywhere; }
pre { margin: 0; padding: 16px; overflow: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--page); font-size: 13px; line-height: 1.5; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { padding: 8px 16px 8px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { border-top: 0; color: var(--soft); font-weight: 600; }
tbody th { font-weight: 400; white-space: nowrap; }
td small { color: var(--soft); }
details { margin-top: 12px; }
summary { cursor: pointer; color: var(--accent); font-size: 14px; }
details > :not(summary) { margin-top: 12px; }
tr:target { background: var(--mark); }
article:target { border-color: var(--accent); }
@media (max-width: 820px) {
  .shell { display: block; padding: 0 16px; }
  nav { position: static; max-height: none; padding: 24px 0 0; }
  main { padding-top: 24px; }
  article { padding: 16px; }
  table { min-width: 560px; }
}
`;

/** Inlined in each page and named by hash in its policy. */
export const ACS_STYLE = `:root {
  color-scheme: light dark;
  --page: light-dark(#f3f5f8, #12161c);
  --sheet: light-dark(#fff, #1b2129);
  --ink: light-dark(#18202b, #eef1f5);
  --soft: light-dark(#566070, #aab4c1);
  --line: light-dark(#d8dee6, #36404d);
  --brand: light-dark(#123f75, #9cc3f2);
  --on-brand: light-dark(#fff, #0b1f38);
  --wrong: light-dark(#a3181f, #ff9b9b);
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--page); color: var(--ink);
  font: 16px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; }
main { max-width: 440px; min-height: inherit; margin: 0 auto; padding: 16px 20px 24px; background: var(--sheet); }
header { display: flex; align-items: center; gap: 10px; padding-bottom: 12px; border-bottom: 1px solid var(--line); }
header strong { color: var(--brand); font-size: 18px; letter-spacing: -.01em; }
header::before { content: ''; width: 26px; height: 26px; border-radius: 7px; border: 7px solid var(--brand);
  border-block-end-color: transparent; }
header span { margin-inline-start: auto; color: var(--soft); font-size: 13px; }
h1 { margin: 16px 0 8px; font-size: 21px; line-height: 1.2; text-wrap: balance; }
p { margin: 0 0 12px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 14px; font-size: 15px; }
dt { color: var(--soft); }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input:not([type=hidden]) { width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 8px;
  background: var(--sheet); color: var(--ink); font: inherit; font-size: 20px; letter-spacing: .2em; }
input[aria-invalid] { border-color: var(--wrong); }
.wrong { margin: 6px 0 0; color: var(--wrong); }
button, .button { display: block; width: 100%; min-height: 48px; margin-top: 12px; padding: 10px 16px; border: 0; border-radius: 8px;
  background: var(--brand); color: var(--on-brand); font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  cursor: pointer; }
button:hover, .button:hover { filter: brightness(1.1); }
.plain { background: none; color: var(--ink); font-weight: 400; text-decoration: underline; text-underline-offset: 3px; }
details { margin-top: 16px; padding-top: 12px; border-top: 1px dashed var(--line); font-size: 15px; }
summary { min-height: 32px; padding: 4px 0; color: var(--soft); cursor: pointer; }
details p { color: var(--soft); }
details button { min-height: 44px; margin-top: 8px; border: 1px solid var(--line); background: none; color: var(--ink);
  font-weight: 400; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
`;

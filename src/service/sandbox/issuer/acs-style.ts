/**
 * Inlined in each page and named by hash in its policy. It follows the frame's size, so it fits EMV's sizes whatever
 * `windowSize` says.
 */
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
*, ::before { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--page); color: var(--ink);
  font: 16px/1.4 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; }
main { max-width: 520px; min-height: inherit; margin: 0 auto; padding: 16px clamp(14px, 5vw, 28px) 24px; background: var(--sheet); }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 10px; padding-bottom: 12px; border-bottom: 1px solid var(--line); }
header strong { color: var(--brand); font-size: 18px; letter-spacing: -.01em; }
header::before { content: ''; width: 26px; height: 26px; border-radius: 7px; border: 7px solid var(--brand);
  border-block-end: 0; }
header span { margin-inline-start: auto; color: var(--soft); font-size: 13px; }
body { overflow-wrap: anywhere; }
header + .question { padding-top: 14px; }
.lead { text-wrap: balance; }
h1 { margin: 16px 0 8px; font-size: 21px; line-height: 1.2; text-wrap: balance; }
p { margin: 0 0 12px; }
dl { margin: 0 0 14px; font-size: 15px; }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 2px 0; }
dt { color: var(--soft); }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input:not([type=hidden]) { width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 8px;
  background: var(--sheet); color: var(--ink); font: inherit; font-size: 20px; letter-spacing: .2em; }
input[aria-invalid] { border-color: var(--wrong); }
.wrong { margin: 6px 0 0; color: var(--wrong); }
button, .button { display: block; width: 100%; min-height: 48px; margin-top: 12px; padding: 10px 16px; border: 1px solid transparent; border-radius: 8px;
  background: var(--brand); color: var(--on-brand); font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  cursor: pointer; }
button:hover, .button:hover { filter: brightness(1.1); }
.plain { background: none; color: var(--ink); font-weight: 400; text-decoration: underline; text-underline-offset: 3px; }
details { margin-top: 16px; padding-top: 12px; border-top: 1px dashed var(--line); font-size: 15px; }
summary { min-height: 44px; padding: 10px 0; color: var(--soft); cursor: pointer; }
details p { color: var(--soft); }
details button { min-height: 44px; margin-top: 8px; border: 1px solid var(--line); background: none; color: var(--ink);
  font-weight: 400; }
@media (max-height: 480px) {
  main { padding-block: 10px 16px; }
  header { padding-bottom: 8px; }
  h1 { margin: 10px 0 4px; font-size: 18px; }
  p { margin-bottom: 8px; }
  dl { margin-bottom: 8px; }
  button, .button, input:not([type=hidden]) { min-height: 44px; }
  button, .button { margin-top: 8px; padding-block: 8px; }
}
@media (max-width: 539px) {
  dl { display: flex; flex-wrap: wrap; gap: 0 14px; margin-bottom: 8px; color: var(--soft); font-size: 14px; }
  dt { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
}
@media (max-height: 480px) and (min-width: 540px) {
  main { max-width: none; }
  .question { display: grid; grid-template-columns: 2fr 3fr; gap: 28px; align-items: start; }
}
@media (min-width: 640px) and (min-height: 560px) {
  body { padding: min(8vh, 64px) 20px 20px; }
  main { min-height: 0; max-width: 460px; border: 1px solid var(--line); border-radius: 14px; padding: 24px 28px 28px; }
}
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
`;

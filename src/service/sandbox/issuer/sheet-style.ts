import type { Provider } from '../../../contract/forms/provider-names.ts';

type Look = {
  /** Pairs of a light and a dark colour: the page behind the sheet, the word mark, the button and the words on it. */
  readonly page: readonly [string, string];
  readonly mark: readonly [string, string];
  readonly button: readonly [string, string];
  readonly onButton: readonly [string, string];
  readonly radius: string;
  readonly weight: number;
};

const LOOKS: Readonly<Record<Provider, Look>> = {
  applepay: {
    page: ['#dcdce1', '#000000'],
    mark: ['#1d1d1f', '#f5f5f7'],
    button: ['#000000', '#ffffff'],
    onButton: ['#ffffff', '#000000'],
    radius: '14px',
    weight: 600,
  },
  googlepay: {
    page: ['#e8eaed', '#202124'],
    mark: ['#3c4043', '#e8eaed'],
    button: ['#0b57d0', '#a8c7fa'],
    onButton: ['#ffffff', '#062e6f'],
    radius: '28px',
    weight: 500,
  },
  paypal: {
    page: ['#f1f4f8', '#0c1726'],
    mark: ['#12386e', '#9cc4ff'],
    button: ['#1553b6', '#8ab8ff'],
    onButton: ['#ffffff', '#06204a'],
    radius: '999px',
    weight: 700,
  },
  amazonpay: {
    page: ['#eaeded', '#131a22'],
    mark: ['#232f3e', '#f3ce72'],
    button: ['#ffd35c', '#ffd35c'],
    onButton: ['#1f1600', '#1f1600'],
    radius: '8px',
    weight: 600,
  },
};

/** One sheet, in the colours and shapes that remind of its provider. */
export function sheetStyle(method: Provider): string {
  const { page, mark, button, onButton, radius, weight } = LOOKS[method];
  const pair = ([light, dark]: readonly [string, string]) => `light-dark(${light}, ${dark})`;
  return `:root { color-scheme: light dark; --page: ${pair(page)}; --mark: ${pair(mark)}; --button: ${pair(button)};
  --on-button: ${pair(onButton)}; --radius: ${radius}; --weight: ${weight}; }
${SHARED}`;
}

const SHARED = `:root { --sheet: light-dark(#ffffff, #26282b); --ink: light-dark(#1c1e21, #f2f3f5);
  --soft: light-dark(#5a5f66, #b4b9c1); --line: light-dark(#d9dce1, #43474d); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; grid-template-columns: minmax(0, 1fr);
  align-items: center; justify-items: center; padding: 24px 16px; overflow-wrap: anywhere;
  background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; }
main { width: 100%; max-width: 420px; padding: 24px; background: var(--sheet);
  border-radius: min(var(--radius), 20px); box-shadow: 0 8px 32px rgb(0 0 0 / .18); }
header { display: flex; align-items: center; justify-content: space-between; gap: 12px; }
.mark { margin: 0; color: var(--mark); font-size: 24px; font-weight: var(--weight); letter-spacing: -.02em; }
.tag { padding: 2px 10px; border: 1px solid var(--line); border-radius: 99px; color: var(--soft); font-size: 13px; }
h1 { margin: 20px 0 2px; font-size: 17px; font-weight: 500; color: var(--soft); text-wrap: balance; }
.amount { margin: 0 0 20px; font-size: 38px; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; }
p { margin: 0 0 16px; }
fieldset { margin: 0 0 20px; padding: 0; border: 0; }
.choices { border: 1px solid var(--line); border-radius: 12px; }
legend { padding: 0; margin-bottom: 8px; color: var(--soft); font-size: 14px; }
label { display: flex; align-items: center; gap: 12px; min-height: 52px; padding: 8px 16px; cursor: pointer; }
label + label { border-top: 1px solid var(--line); }
label input { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--mark); }
label span { display: grid; line-height: 1.35; }
label small { color: var(--soft); font-size: 14px; }
button, .button { display: block; width: 100%; min-height: 50px; padding: 12px 20px; border: 1px solid transparent; border-radius: var(--radius);
  background: var(--button); color: var(--on-button); font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer; }
button:hover { filter: brightness(1.08); }
.plain { margin-top: 8px; background: none; color: var(--ink); font-weight: 400; }
.plain:hover { text-decoration: underline; filter: none; }
details { margin-top: 16px; padding-top: 12px; border-top: 1px dashed var(--line); font-size: 15px; }
summary { min-height: 44px; padding: 10px 0; color: var(--soft); cursor: pointer; }
details button { min-height: 44px; margin-top: 8px; border: 1px solid var(--line); border-radius: 8px; background: none;
  color: var(--ink); font-weight: 400; }
a { color: inherit; }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
@media (max-width: 480px) {
  body { align-items: end; padding: 0; }
  main { max-width: none; padding-bottom: max(24px, env(safe-area-inset-bottom)); border-end-start-radius: 0;
    border-end-end-radius: 0; }
}
@media (prefers-reduced-motion: no-preference) {
  @media (max-width: 480px) { main { animation: rise .2s ease-out; } }
  @keyframes rise { from { transform: translateY(32px); opacity: 0; } }
}
`;

import type { AppearanceVariables } from '../../../contract/forms/appearance.ts';
import type { Theme } from '../../../contract/frame/frame-boot.ts';

type Appearance = { readonly theme: Theme; readonly variables: AppearanceVariables };

export type DialogLook = ReturnType<typeof dialogLook>;

/**
 * CSS declarations of dialogs on the merchant's page: the merchant's variables, else the page's font and the system's colours.
 * As in a field, the background is `colorField`.
 */
export function dialogLook({ theme, variables }: Appearance) {
  const {
    fontFamily,
    fontSize = '16px',
    fontWeightStrong = 600,
    lineHeight = 1.4,
    radius = '8px',
    colorField = 'Canvas',
    colorText = 'CanvasText',
    colorBorder = '#8886',
    colorBorderStrong = '#8888',
    colorDanger = 'light-dark(#b3202f,#ff9aa1)',
    colorAccent,
  } = variables;
  // Behind a transparent colour is the scheme's background, not the dimmed page.
  const ground = `background:linear-gradient(${colorField},${colorField}) Canvas;color:${colorText};`;
  const scheme = theme === 'auto' ? 'light dark' : theme;
  const font = fontFamily === undefined ? '' : `font-family:${fontFamily};`;
  const button = `box-sizing:border-box;min-height:44px;padding:0 10px;border:1px solid ${colorBorderStrong};border-radius:${radius};background:0 0;color:inherit;font:inherit;cursor:pointer;`;
  return {
    theme,
    /** A border radius, `times` that of a button. */
    corner: (times: number) => `calc(${times}*${radius})`,
    dialog: `display:flex;flex-direction:column;box-sizing:border-box;padding:0;border:1px solid ${colorBorder};outline:0;overflow:hidden;max-width:100%;color-scheme:${scheme};${ground}${font}font-size:${fontSize};box-shadow:0 0 0 100vmax #000a;`,
    heading: `margin:0;font-size:1.0625em;line-height:1.3;font-weight:${fontWeightStrong};`,
    text: `margin:0;line-height:${lineHeight};`,
    button,
    mainButton: `${button}font-weight:${fontWeightStrong};${mainColors(colorAccent)}`,
    stopButton: `${button}color:${colorDanger};`,
  };
}

/** Text on the accent is white or black, whichever is readable, if the browser can compute that; as in tokens.css. */
function mainColors(accent: string | undefined): string {
  if (accent === undefined) return 'border-color:CanvasText;background:CanvasText;color:Canvas;';
  const isDeep = 'clamp(0,(0.179 - y)*1000000,1)';
  const white = `calc(0.9505*${isDeep}) ${isDeep} calc(1.089*${isDeep})`;
  return `border-color:${accent};background:${accent};color:light-dark(#fff,#14191f);color:color(from ${accent} xyz-d65 ${white});`;
}

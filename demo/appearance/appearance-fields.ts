import type { AppearanceVariables } from 'embeddable-wallet';

export type VariableName = keyof AppearanceVariables;
export type NumberName = 'fontWeightStrong' | 'lineHeight';
export type Group = 'Text' | 'Shape' | 'Colours';
type Field = { readonly group: Group; readonly sample: string };

const text = (sample: string): Field => ({ group: 'Text', sample });
const shape = (sample: string): Field => ({ group: 'Shape', sample });
const colour = (sample: string): Field => ({ group: 'Colours', sample });

/** Every variable that the SDK documents, with a value that it takes: one that is missing here does not compile. */
export const fields: Readonly<Record<VariableName, Field>> = {
  fontFamily: text('Georgia, serif'),
  fontSize: text('1rem'),
  fontWeightStrong: text('550'),
  lineHeight: text('1.4'),
  spacing: shape('4px'),
  controlSize: shape('48px'),
  radius: shape('8px'),
  borderWidth: shape('1px'),
  focusWidth: shape('3px'),
  colorBackground: colour('transparent'),
  colorText: colour('light-dark(#1b2530, #eef2f6)'),
  colorTextMuted: colour('light-dark(#5a6875, #a3b0bd)'),
  colorPlaceholder: colour('light-dark(#6f7d8b, #8f9daa)'),
  colorField: colour('light-dark(#fff, #1d252e)'),
  colorRaised: colour('light-dark(#f4f6f8, #2a343f)'),
  colorSkeleton: colour('light-dark(#e3e8ed, #36424e)'),
  colorBorder: colour('light-dark(#c8d1da, #47535f)'),
  colorBorderStrong: colour('light-dark(#7d8b99, #71808e)'),
  colorAccent: colour('light-dark(#1768d6, #6cabff)'),
  colorFocus: colour('light-dark(#1768d6, #6cabff)'),
  colorFocusRing: colour('rgb(23 104 214 / 22%)'),
  colorSelected: colour('light-dark(#f3f8ff, #1b2a3d)'),
  colorDanger: colour('light-dark(#c22334, #ff8d95)'),
  colorDangerRing: colour('rgb(194 35 52 / 16%)'),
  colorDangerField: colour('light-dark(#fef4f5, #36222a)'),
};

/** Looks to start from. */
export const presets: Readonly<Record<string, Partial<Record<VariableName, string>>>> = {
  Default: {},
  Roastery: {
    fontFamily: 'Georgia, serif',
    radius: '2px',
    colorAccent: 'light-dark(#7a3e1d, #e3a77f)',
    colorBorder: 'light-dark(#d9c9ba, #5a4a3d)',
    colorBorderStrong: 'light-dark(#a07f66, #9a816c)',
  },
  Soft: {
    radius: '16px',
    controlSize: '56px',
    colorAccent: 'light-dark(#6b3fd4, #b79cff)',
  },
  Plain: {
    radius: '0px',
    borderWidth: '2px',
    colorBorder: 'light-dark(#1b2530, #eef2f6)',
    colorBorderStrong: 'light-dark(#1b2530, #eef2f6)',
    spacing: '5px',
  },
};

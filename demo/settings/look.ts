import type { Appearance } from 'embeddable-wallet';

/** The shop's brand in the wallet, as in tokens.css: `light-dark()` follows the page's theme, as the page does. */
export const shopLook: NonNullable<Appearance['variables']> = {
  colorAccent: 'light-dark(#1d5c4b, #8fd3bd)',
  colorText: 'light-dark(#1f211e, #f1efe9)',
  colorTextMuted: 'light-dark(#5d6059, #a9aca4)',
  colorPlaceholder: 'light-dark(#757869, #92968b)',
  colorField: 'light-dark(#ffffff, #1d1f1c)',
  colorRaised: 'light-dark(#f7f4ee, #2b2e29)',
  colorBorder: 'light-dark(#d3cdc0, #4a4e46)',
  colorBorderStrong: 'light-dark(#8d8a7e, #7b8075)',
  radius: '10px',
};

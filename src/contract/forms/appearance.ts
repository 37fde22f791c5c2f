import type { Color, Length } from './css-values.ts';
import { number, type Output, object, oneOf, optional, text } from './schema.ts';

/**
 * How a merchant makes the wallet look at home. Every variable is a design token of the wallet under its own name
 * (`colorText` is `--color-text`); what is left out keeps its default. A value is of one narrow kind: none can load a
 * resource, call a function that is no colour, or leave its property. Rule: wallet/appearance.
 */

const NUMBER = String.raw`[+-]?(?:\d{1,4}(?:\.\d{1,6})?|\.\d{1,6})`;
const PART = `(?:${NUMBER}(?:%|deg|rad|grad|turn)?|none)`;
const PARTS = ` *${PART}(?:(?: *[,/] *| +)${PART}){2,4} *`;
/** Words that mean another value than they say, in any property. */
const NO_KEYWORD = String.raw`(?!(?:inherit|initial|unset|revert|default)\b)`;
const PLAIN_COLOR = String.raw`(?:#[\da-f]{3,4}|#[\da-f]{6}|#[\da-f]{8}|${NO_KEYWORD}[a-z]{3,20}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(${PARTS}\))`;
const COLOR = new RegExp(
  String.raw`^(?:${PLAIN_COLOR}|light-dark\( *${PLAIN_COLOR} *, *${PLAIN_COLOR} *\))$`,
  'i',
);
const LENGTH = /^\d{1,3}(?:\.\d{1,3})?(?:px|rem)$/;
const FAMILY = String.raw`(?:"[\p{L}\p{N} _-]{1,60}"|'[\p{L}\p{N} _-]{1,60}'|${NO_KEYWORD}-?[\p{L}_][\p{L}\p{N} _-]{0,59})`;
const FAMILIES = new RegExp(`^${FAMILY}(?: *, *${FAMILY}){0,11}$`, 'u');

/** "#1b2530", "rgb(27 37 48 / 50%)", "rebeccapurple", or `light-dark()` of two of them, for the light and the dark theme. */
const color = optional(text<Color>('a colour such as "#1b2530" or "light-dark(#fff, #111)"', COLOR));
/** "8px", "0.5rem": up to three digits before the point. */
const length = optional(text<Length>('a length such as "8px" or "0.5rem"', LENGTH));
const range = (from: number, to: number) =>
  optional(number(`a number from ${from} to ${to}`, (value) => value >= from && value <= to));

export const AppearanceVariables = object(
  'an object of variables',
  {
    /** A list of families that the shopper's device has: no font can be loaded. Default: the system's. */
    fontFamily: optional(text('a list of font families such as "Inter, sans-serif"', FAMILIES)),
    /** All text scales with it, but what is typed is never below 16px. Default 1rem. */
    fontSize: length,
    /** Of labels and buttons, 100 to 900. Default 550. */
    fontWeightStrong: range(100, 900),
    /** 1 to 2. Default 1.4. */
    lineHeight: range(1, 2),
    /** Unit of all gaps and paddings. Default 4px. */
    spacing: length,
    /** Height of a field. Default 48px. */
    controlSize: length,
    /** Corners of fields, lists and buttons. Default 8px. */
    radius: length,
    borderWidth: length,
    /** Width of the focus ring, "1px" to "4px", so that it is seen whole. Default 3px. */
    focusWidth: optional(text<Length>('a length from "1px" to "4px"', /^(?:[1-3](?:\.\d)?|4)px$/)),
    /**
     * Background of the whole wallet. Default: transparent. If `theme` is not the page's own: white or, for
     * dark, "#14191f".
     */
    colorBackground: color,
    colorText: color,
    colorTextMuted: color,
    colorPlaceholder: color,
    /** Behind fields, lists and buttons. */
    colorField: color,
    /** Of a row under the pointer, and of badges. */
    colorRaised: color,
    colorSkeleton: color,
    /** Around the list, and between its rows. */
    colorBorder: color,
    /** Borders of fields, boxes, radios and tabs. Contrast at least 3:1, or some people cannot see them. */
    colorBorderStrong: color,
    /**
     * The one accent: focus and its halo, chosen rows, radios and boxes, the main button, selected text. Text
     * on it is white or black, whichever is readable. Default "light-dark(#1768d6, #6cabff)".
     */
    colorAccent: color,
    /** Of focus alone. Default: the accent. */
    colorFocus: color,
    colorFocusRing: color,
    /**
     * Background of the chosen tab and network, and of info notices. Default: 8% accent in `colorField`; open
     * rows: 4%.
     */
    colorSelected: color,
    colorDanger: color,
    colorDangerRing: color,
    colorDangerField: color,
  },
  { refusesOthers: true },
);
export type AppearanceVariables = Output<typeof AppearanceVariables>;

/** Look of the wallet. */
export const Appearance = object(
  'an object { theme, variables, labels }',
  {
    /** Default `auto`: as the page is, or the shopper's device where the page follows it. */
    theme: optional(oneOf(['light', 'dark', 'auto'], 'light, dark or auto')),
    variables: optional(AppearanceVariables),
    /** Where a field's label stands: above the field (default), or in it until something is typed. */
    labels: optional(oneOf(['above', 'floating'], 'above or floating')),
  },
  { refusesOthers: true },
);
export type Appearance = Output<typeof Appearance>;

import { readHint } from './frame-address.ts';
import type { FrameHints } from './frame-boot.ts';

/** All in CSS pixels, as the wallet's styles lay out its English texts, the frame's own room above and below included. */
const FORM = { above: 314, floating: 289 };
/** In the form, for who is no guest. */
const OFFER_TO_SAVE = 44;
/** A row and the line above it; a tab and the gap above it. */
const ROW = { accordion: 61, tabs: 68 };
/** What rows or tabs leave around an open form. */
const AROUND_FORM = { accordion: 21, tabs: 16 };
/** What rows leave around themselves. */
const AROUND_ROWS = 9;
/** More saved cards stand behind a button. */
const SHOWN_CARDS = 3;
const SHOW_MORE = { accordion: 44, tabs: 56 };
/** Two express buttons in a line, and the line below all of them. */
const EXPRESS_LINE = 56;
const BELOW_EXPRESS = 40;
/** Four tabs stand in a line of this width, two in a narrower one. */
const WIDE = 390;
/** A saved card in MANAGE, which ends with a button as high; what a guest is told there. */
const MANAGED_CARD = 65;
const NO_LIST = 87;
/** What a ground of the wallet's own leaves around what stands on it, both sides together. */
const GROUND = 32;

type Place = {
  /** CSS pixels of the container. */
  readonly width: number;
  /** As it came with the refresh token; without one the height is the form's alone. */
  readonly hint: string;
  /** Whether the device has what a provider's method needs; the frame looks closer. */
  isUsable(method: string): unknown;
};

/** The height that the wallet will come to, so that nothing on the page moves. */
export function reservedHeight(
  { view, labels, layout, express, theme, page, variables }: FrameHints,
  { width, hint, isUsable }: Place,
): number {
  const ground = theme !== page || variables?.includes('colorBackground') ? GROUND : 0;
  const { who, saved, methods } = readHint(hint);
  if (view === 'MANAGE') return ground + (who === 'guest' ? NO_LIST : MANAGED_CARD * ((saved || 2) + 1));
  const usable = methods.filter(isUsable);
  const buttons = usable.filter((method) => `${express}`.includes(method)).length;
  const others = usable.length - buttons + 1;
  const kind = layout === 'tabs' ? layout : 'accordion';
  const lines = kind === 'tabs' ? Math.ceil(others / (width - ground < WIDE ? 2 : 4)) : others;
  const form = FORM[labels] - (who === 'guest' ? OFFER_TO_SAVE : 0);
  const cards = Math.min(saved, SHOWN_CARDS) * ROW[kind] + (saved > SHOWN_CARDS ? SHOW_MORE[kind] : 0);
  const top = buttons && BELOW_EXPRESS + EXPRESS_LINE * Math.ceil(buttons / 2);
  if (saved) return ground + top + cards + AROUND_ROWS + ROW[kind] * lines;
  return ground + top + form + (others > 1 ? AROUND_FORM[kind] + ROW[kind] * lines : 0);
}

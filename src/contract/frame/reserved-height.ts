import { readHint } from './frame-address.ts';
import type { FirstPaintSettings } from './frame-boot.ts';

/** All in CSS pixels, as the wallet's styles lay out its English texts, the frame's own room above and below included. */
const FORM = 314;
/** Less of it where labels stand in the fields. */
const LABELS = 25;
/** In the form, for who is no guest. */
const OFFER_TO_SAVE = 44;
/** `row`: one and the line or gap above it; `around`: what they leave around an open form; `more`: the button to more cards. */
const ROWS = { row: 61, around: 21, more: 44 };
const TABS = { row: 68, around: 16, more: 56 };
/** What rows leave around themselves. */
const AROUND_ROWS = 9;
/** More saved cards stand behind a button. */
const SHOWN_CARDS = 3;
/** Two express buttons in a line, and the line below all of them. */
const EXPRESS_LINE = 56;
const BELOW_EXPRESS = 40;
/** Four tabs, of five three, stand in a line of this width, two in a narrower one. */
const WIDE = 390;
/** A saved card in MANAGE, which ends with a button as high; what a guest is told there. */
const MANAGED_CARD = 65;
const NO_LIST = 87;
/** What a ground of the wallet's own leaves around what stands on it, both sides together. */
const GROUND = 32;

type Surroundings = {
  /** CSS pixels of the container. */
  readonly width: number;
  /** As it came with the refresh token; without one the height is the form's alone. */
  readonly hint: string;
  /** Whether the device has what a provider's method needs; the frame looks closer. */
  isUsable(method: string): unknown;
};

/** The height that the wallet will come to, so that nothing on the page moves. */
export function reservedHeight(
  { view, labels, layout, express, theme, page, variables }: FirstPaintSettings,
  { width, hint, isUsable }: Surroundings,
): number {
  const ground = theme !== page || variables?.includes('colorBackground') ? GROUND : 0;
  const { who, saved, methods } = readHint(hint);
  const isGuest = who === 'guest';
  if (view === 'MANAGE') return ground + (isGuest ? NO_LIST : MANAGED_CARD * ((saved || 2) + 1));
  const usable = methods.filter(isUsable);
  const buttons = usable.filter((method) => `${express}`.split(',').includes(method)).length;
  const others = usable.length - buttons + 1;
  const isTabs = layout === 'tabs';
  const { row, around, more } = isTabs ? TABS : ROWS;
  const inLine = isTabs ? (width - ground < WIDE ? 2 : 4) : 1;
  const rows = row * Math.ceil(others / inLine);
  const top = ground + (buttons && BELOW_EXPRESS + EXPRESS_LINE * Math.ceil(buttons / 2));
  if (saved) {
    const cards = row * Math.min(saved, SHOWN_CARDS) + (saved > SHOWN_CARDS ? more : 0);
    return top + cards + AROUND_ROWS + rows;
  }
  const form = FORM - (labels === 'floating' ? LABELS : 0) - (isGuest ? OFFER_TO_SAVE : 0);
  return top + form + (others > 1 ? around + rows : 0);
}

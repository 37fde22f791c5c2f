import { readHint, themeOf } from './frame-address.ts';
import type { FirstPaintSettings } from './frame-boot.ts';

/** All heights in CSS pixels, of the wallet in English, with the frame's space above and below. */
const FORM = 314;
/** The form is lower by this with floating labels. */
const LABELS = 25;
/** "Save card for later", which guests do not get. */
const OFFER_TO_SAVE = 44;
/** `row`: a row with the line or gap above it; `around`: the space around an open form; `more`: the button for more cards. */
const ROWS = { row: 61, around: 21, more: 44 };
const TABS = { row: 68, around: 16, more: 56 };
/** The space around the rows. */
const AROUND_ROWS = 9;
/** A button shows further saved cards. */
const SHOWN_CARDS = 3;
/** A line of two express buttons, and the text below all of them. */
const EXPRESS_LINE = 56;
const BELOW_EXPRESS = 40;
/** From this width on, a line has four tabs, or three of five; below it two. */
const WIDE = 390;
/** A row of MANAGE, whose last one is a button; what a user without cards sees there, and the text that guests get. */
const MANAGED_CARD = 65;
const NO_CARD = 121;
const NO_LIST = 87;
/** The padding of the wallet if it has its own background, both sides together. */
const GROUND = 32;

type Surroundings = {
  /** CSS pixels of the container. */
  readonly width: number;
  /** As it came with the refresh token; without one the height is the form's alone. */
  readonly hint: string;
  /** Whether the device can probably use a provider's method; the frame checks it. */
  isUsable(method: string): unknown;
};

/** The wallet's expected height, so that nothing on the page moves. */
export function reservedHeight(
  { view, labels, layout, express, theme, page, variables }: FirstPaintSettings,
  { width, hint, isUsable }: Surroundings,
): number {
  const ground = theme !== themeOf(page) || variables?.includes('colorBackground') ? GROUND : 0;
  const { who, saved, methods } = readHint(hint);
  const isGuest = who === 'guest';
  const list = who === '0' ? NO_CARD : MANAGED_CARD * ((saved || 2) + 1);
  if (view === 'MANAGE') return ground + (isGuest ? NO_LIST : list);
  const usable = methods.filter(isUsable);
  const buttons = usable.filter((method) => `${express}`.includes(method)).length;
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

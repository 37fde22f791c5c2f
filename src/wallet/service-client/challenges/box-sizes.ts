import type { Viewport } from '../../../contract/frame/page-dialog.ts';
import type { DialogLook } from '../dialogs/dialog-look.ts';

/** One of EMV's window sizes, and the smallest visible area for it, CSS pixels. */
export type BoxSize = {
  readonly code: '02' | '03' | '04' | '05';
  readonly minWidth: number;
  readonly minHeight: number;
  /** CSS declarations. */
  dialog(look: DialogLook): string;
  readonly frame: string;
};

/** CSS pixels of the box's own heading above the bank's page, which gets EMV's full size. */
const FACTS = 56;

const windowOf = (width: number, height: number) => ({
  dialog: ({ corner }: DialogLook) => `width:${width}px;border-radius:${corner(1.5)};`,
  frame: `height:${height + FACTS}px;`,
});

/** On a phone a bottom sheet, with the shop still visible above it. */
const sheet = {
  dialog: ({ corner }: DialogLook) =>
    `width:100%;height:calc(100dvh - 32px);margin-bottom:0;border-width:1px 0 0;border-radius:${corner(2)} ${corner(2)} 0 0;`,
  frame: 'flex:1;',
};
const lowSheet = {
  ...sheet,
  dialog: (look: DialogLook) => `${sheet.dialog(look)}max-width:none;height:min(640px,calc(100dvh - 32px));`,
};
const fullScreen = { dialog: () => 'width:100%;height:100dvh;border:0;', frame: 'flex:1;' };
const smallest: BoxSize = { code: '05', minWidth: 0, minHeight: 0, ...fullScreen };

const sizes: readonly BoxSize[] = [
  { code: '03', minWidth: 500, minHeight: 600, ...windowOf(500, 600) },
  { code: '04', minWidth: 600, minHeight: 400, ...windowOf(600, 400) },
  { code: '02', minWidth: 390, minHeight: 400, ...lowSheet },
  { code: '05', minWidth: 0, minHeight: 480, ...sheet },
];

/** The first EMV size that fits into the visible part of the page. Rule: threeds/window-sizes. */
export function boxSizeFor({ width, height }: Viewport): BoxSize {
  return sizes.find(({ minWidth, minHeight }) => width >= minWidth && height >= minHeight) ?? smallest;
}

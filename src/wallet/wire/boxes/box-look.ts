import type { BoxLook } from '../../../contract/frame/challenge-box.ts';
import type { Theme } from '../../../contract/frame/frame-boot.ts';

/** CSS pixels of the box's own line above the bank's page, which gets EMV's size in full. */
const FACTS = 56;

const windowOf = (width: number, height: number) => ({
  dialog: `width:${width}px;border-radius:12px;`,
  frame: `height:${height + FACTS}px;`,
});

/** On a phone a sheet that stands on the lower edge, the shop above it still in sight. */
const sheet = {
  dialog:
    'width:100%;height:calc(100dvh - 32px);margin-bottom:0;border-width:1px 0 0;border-radius:16px 16px 0 0;',
  frame: 'flex:1;',
};
const lowSheet = { ...sheet, dialog: `${sheet.dialog}max-width:none;height:min(640px,calc(100dvh - 32px));` };
const fullScreen = { dialog: 'width:100%;height:100dvh;border:0;', frame: 'flex:1;' };

/** EMV's sizes by the visible area that they are for. Rule: threeds/window-sizes. */
const sizes: BoxLook['sizes'] = [
  { code: '03', minWidth: 500, minHeight: 600, ...windowOf(500, 600) },
  { code: '04', minWidth: 600, minHeight: 400, ...windowOf(600, 400) },
  { code: '02', minWidth: 390, minHeight: 400, ...lowSheet },
  { code: '05', minWidth: 0, minHeight: 480, ...sheet },
  { code: '05', minWidth: 0, minHeight: 0, ...fullScreen },
];

const button =
  'box-sizing:border-box;min-height:44px;padding:0 10px;border:1px solid #8888;border-radius:8px;background:Canvas;color:CanvasText;font:inherit;cursor:pointer;';

/** The dialog on the merchant's page: the page's font, the system's colours in the wallet's scheme. */
export const boxLook = (theme: Theme): BoxLook => ({
  dialog: `display:flex;flex-direction:column;box-sizing:border-box;padding:0;border:1px solid #8886;outline:0;overflow:hidden;max-width:100%;background:Canvas;color:CanvasText;color-scheme:${theme === 'auto' ? 'light dark' : theme};box-shadow:0 0 0 100vmax #000a;`,
  bar: 'display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:4px 6px;padding:6px 8px;padding-inline-start:16px;font-size:16px;',
  heading:
    'flex:1 1 5em;margin:0;font-size:17px;line-height:1.3;font-weight:600;font-variant-numeric:tabular-nums;',
  button,
  stop: `${button}color:light-dark(#b3202f,#ff9aa1);`,
  close: 'width:44px;padding:0;border-color:transparent;font-size:28px;line-height:1;',
  frame: 'width:100%;min-height:0;border:0;background:Canvas;',
  sizes,
});

import type { BoxLook } from '../../contract/challenge-box.ts';
import type { Theme } from '../../contract/frame-boot.ts';

const fullScreen = { dialog: 'width:100%;height:100dvh;border:0;', frame: 'width:100%;flex:1;' };

const windowOf = (width: number, height: number) => ({
  dialog: 'border-radius:12px;',
  frame: `width:${width}px;height:${height}px;`,
});

/** EMV's sizes by the visible area that they are for. Chosen: threeds.md 4. */
const sizes: BoxLook['sizes'] = [
  { code: '03', minWidth: 500, minHeight: 600, ...windowOf(500, 600) },
  { code: '04', minWidth: 600, minHeight: 400, ...windowOf(600, 400) },
  { code: '02', minWidth: 390, minHeight: 400, ...windowOf(390, 400) },
  { code: '05', minWidth: 0, minHeight: 0, ...fullScreen },
];

/** The dialog on the merchant's page: the page's font, the system's colours in the wallet's scheme. */
export const boxLook = (theme: Theme): BoxLook => ({
  dialog: `display:flex;flex-direction:column;padding:0;border:1px solid #8886;outline:0;overflow:hidden;max-width:100%;background:Canvas;color:CanvasText;color-scheme:${theme === 'auto' ? 'light dark' : theme};box-shadow:0 0 0 100vmax #000a;`,
  bar: 'display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:8px;padding:8px;padding-inline-start:16px;font-size:16px;border-bottom:1px solid #8884;',
  heading: 'flex:1 1 6em;margin:0;font-weight:600;font-variant-numeric:tabular-nums;',
  button:
    'min-height:44px;padding:0 12px;border:1px solid #8888;border-radius:8px;background:Canvas;color:CanvasText;font:inherit;cursor:pointer;',
  frame: 'flex:0 1 auto;min-height:0;max-width:100%;border:0;background:Canvas;',
  sizes,
});

import { createPainter } from '../../../contract/frame/dialog-painter.ts';
import type { DialogCalls } from '../../../contract/frame/frame-calls.ts';
import type { DialogEvent, PageDialog, ProceedKey } from '../../../contract/frame/page-dialog.ts';

/** CSS pixels: room for most of EMV's window sizes and what stands above them. */
const HEIGHT = 720;

/** Only the page may do what this button says, at a press in its own document. */
const PROCEED: ProceedKey = 'proceed';

/** Over all of the wallet, which grows to the dialog's height. */
const PLACE = {
  position: 'fixed',
  inset: '0',
  width: 'auto',
  height: 'auto',
  margin: '0',
  overflow: 'auto',
  boxShadow: 'none',
  outline: 'none',
};

/** The dialog in the wallet's frame, in place of the page's. */
export function createFrameDialog(press: (event: DialogEvent) => void): DialogCalls {
  const wallet = document.getElementById('wallet');
  let dialog: ReturnType<typeof openDialog> | undefined;

  function coverWallet(isCovered: boolean) {
    if (!wallet) return;
    wallet.inert = isCovered;
    wallet.style.minHeight = isCovered ? `${HEIGHT}px` : '';
  }

  function openDialog() {
    const { activeElement: before } = document;
    const element = document.createElement('div');
    const paint = createPainter(press);
    element.role = 'dialog';
    element.ariaModal = 'true';
    element.tabIndex = -1;
    element.onkeydown = ({ key }) => {
      if (key === 'Escape') press(key);
    };
    coverWallet(true);
    document.body.append(element);
    // The shopper may be far below, at the page's Pay button.
    document.body.scrollIntoView();
    return {
      draw({ parts = [], ...content }: PageDialog) {
        paint(element, { ...content, parts: parts.filter(({ key }) => key !== PROCEED) });
        Object.assign(element.style, PLACE);
        // Escape and screen readers find it; a part of it may have the focus already.
        if (!element.contains(document.activeElement)) element.focus();
      },
      close() {
        element.remove();
        coverWallet(false);
        if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      },
    };
  }

  return {
    viewport: async () => ({ width: innerWidth, height: HEIGHT }),
    drawDialog(content) {
      dialog ??= openDialog();
      dialog.draw(content);
    },
    closeDialog() {
      dialog?.close();
      dialog = undefined;
    },
  };
}

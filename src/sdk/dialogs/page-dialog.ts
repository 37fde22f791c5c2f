import type { FrameToPage } from '../../contract/frame/frame-calls.ts';
import type { DialogEvent, PageDialog } from '../../contract/frame/page-dialog.ts';
import { atEnd } from '../base/lifetime.ts';
import { make } from '../base/make.ts';
import { createPainter } from './painter.ts';

/**
 * The modal dialog that the frame has drawn over the inert page, one at a time. It knows nothing of what it shows: texts, looks
 * and states are the frame's, which hears of each press.
 */
export function createPageDialog(
  lifetime: AbortSignal,
  press: (pressed: DialogEvent) => void,
): Pick<FrameToPage, 'viewport' | 'drawDialog' | 'closeDialog'> {
  let standing: ReturnType<typeof openDialog> | undefined;
  const closeDialog = () => {
    standing?.close();
    standing = undefined;
  };
  atEnd(lifetime, closeDialog);
  return {
    async viewport() {
      const { width, height } = Object(visualViewport);
      return { width, height };
    },
    drawDialog(dialog) {
      standing ??= openDialog(press);
      standing.draw(dialog);
    },
    closeDialog,
  };
}

function openDialog(press: (pressed: DialogEvent) => void) {
  const held = new AbortController();
  const { signal } = held;
  const paint = createPainter(press);
  const show = () => signal.aborted || element.open || element.showModal();
  // A dialog that closes gives the focus back by itself, in Chromium to all but a frame.
  const before = Object(document.activeElement);
  // Where a browser knows no `closedby`, and on a phone's back gesture, it may close unasked.
  const element = make('dialog', { closedBy: 'none', onclose: show });
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    // The page's own handlers are for what is inert now.
    event.stopImmediatePropagation();
    press('Escape');
  };
  let place = {};
  /** On a phone the keyboard covers the page without making it smaller. */
  const follow = () => {
    const { scale, height, offsetTop } = Object(visualViewport);
    const inset = `${offsetTop}px 0 ${innerHeight - offsetTop - height}px`;
    // Who has zoomed in moves about as they like.
    if (scale < 1.01) place = { inset, maxHeight: `${height}px` };
    Object.assign(element.style, place);
  };
  document.body.append(element);
  addEventListener('keydown', onKey, { capture: true, signal });
  for (const event of ['resize', 'scroll']) visualViewport?.addEventListener(event, follow, { signal });
  return {
    draw(dialog: PageDialog) {
      paint(element, dialog);
      follow();
      show();
    },
    close() {
      held.abort();
      element.remove();
      before.focus({ preventScroll: true });
    },
  };
}

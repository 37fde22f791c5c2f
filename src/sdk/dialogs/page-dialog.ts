import { createPainter } from '../../contract/frame/dialog-painter.ts';
import type { FrameToPage } from '../../contract/frame/frame-calls.ts';
import type { DialogEvent, PageDialog } from '../../contract/frame/page-dialog.ts';
import { atEnd } from '../base/lifetime.ts';
import { make, makeGround, takeOff } from '../base/make.ts';

/** How often it is looked what the page and the shopper's keyboard have done meanwhile. */
const LOOK_MS = 100;

export type PageDialogCalls = Pick<FrameToPage, 'viewport' | 'drawDialog' | 'closeDialog'>;

type DialogPlace = {
  readonly lifetime: AbortSignal;
  /** What the wallet stands in. */
  readonly container: Element;
};

/**
 * The modal dialog that the frame has drawn over the inert page, one at a time. It knows nothing of what it shows: texts, looks
 * and states are the frame's, which hears of each press.
 */
export function createPageDialog(
  { lifetime, container }: DialogPlace,
  press: (pressed: DialogEvent) => void,
): PageDialogCalls {
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
      standing ??= openDialog(container, press);
      standing.draw(dialog);
    },
    closeDialog,
  };
}

/** In the page's font, and in the window's coordinates where the page is zoomed. */
function dialogGround(): ShadowRoot {
  const { zoom } = getComputedStyle(document.documentElement);
  const { fontFamily } = getComputedStyle(document.body);
  return makeGround(`display:contents;zoom:${1 / Number(zoom) || 1};font-family:${fontFamily}`);
}

/**
 * What happens in the dialog is told to it alone, and so is each Escape while it stands. The presses on its parts are passed on here,
 * as they do not arrive there.
 */
function hearIn(host: Element, press: (pressed: DialogEvent) => void) {
  return (event: Event): void => {
    const { type, key, relatedTarget } = Object(event);
    const path = event.composedPath();
    const inside: unknown[] = path.slice(0, path.indexOf(host) + 1);
    if (key === 'Escape') {
      event.preventDefault();
      if (type === 'keydown') press(key);
    } else if (!inside[0] && relatedTarget !== host) return;
    event.stopImmediatePropagation();
    if (type === 'click') for (const node of inside) Object(node).onclick?.();
  };
}

function openDialog(container: Element, press: (pressed: DialogEvent) => void) {
  let isOver = false;
  const paint = createPainter(press);
  const show = () => isOver || element.open || element.showModal();
  // A dialog that closes gives the focus back by itself, in Chromium to all but a frame.
  const { activeElement: before } = Object(container.getRootNode());
  const root = dialogGround();
  root.host.walletHears = hearIn(root.host, press);
  // Where a browser knows no `closedby`, and on a phone's back gesture, it may close unasked.
  const element = make('dialog', { closedBy: 'none', onclose: show });
  let full = document.fullscreenElement;
  /** What the page has laid over it since comes under it again. While it is on top, it and its backdrop are all that is hit. */
  const rise = () => {
    const { fullscreenElement } = document;
    const top = document.elementFromPoint(0, 0);
    if (fullscreenElement === full && (!top || top.walletHears)) return;
    full = fullscreenElement;
    const focused = Object(root.activeElement);
    element.close();
    show();
    focused.focus?.();
  };
  let place = {};
  /** On a phone the keyboard covers the page without making it smaller. */
  const follow = () => {
    const { scale, height, offsetTop } = Object(visualViewport);
    const inset = `${offsetTop}px 0 calc(100% - ${offsetTop + height}px)`;
    // Who has zoomed in moves about as they like.
    if (scale < 1.01) place = { inset, maxHeight: `${height}px` };
    Object.assign(element.style, place);
  };
  // Beside the body: libraries make inert, hide or replace what is in it.
  document.documentElement.append(root.host);
  root.append(element);
  const looking = setInterval(() => {
    follow();
    rise();
  }, LOOK_MS);
  return {
    draw(dialog: PageDialog) {
      paint(element, dialog);
      follow();
      show();
    },
    close() {
      isOver = true;
      clearInterval(looking);
      element.close();
      takeOff(root.host);
      before?.focus({ preventScroll: true });
    },
  };
}

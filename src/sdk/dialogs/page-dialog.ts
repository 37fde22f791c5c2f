import { createPainter } from '../../contract/frame/dialog-painter.ts';
import type { DialogCalls } from '../../contract/frame/frame-calls.ts';
import type { DialogEvent, PageDialog } from '../../contract/frame/page-dialog.ts';
import { atEnd } from '../base/lifetime.ts';
import { make, makeShadowRoot, takeOff } from '../base/make.ts';

/** How often the dialog checks that it is still on top and fits the visible area. */
const CHECK_MS = 100;

type DialogPlace = {
  readonly lifetime: AbortSignal;
  /** The wallet's. */
  readonly container: Element;
};

/**
 * The one modal dialog over the inert page. It knows nothing of what it shows: texts, looks and states are the frame's, which gets
 * each press.
 */
export function createPageDialog(
  { lifetime, container }: DialogPlace,
  press: (event: DialogEvent) => void,
): DialogCalls {
  let dialog: ReturnType<typeof openDialog> | undefined;
  const closeDialog = () => {
    dialog?.close();
    dialog = undefined;
  };
  atEnd(lifetime, closeDialog);
  return {
    async viewport() {
      const { width, height } = Object(visualViewport);
      return { width, height };
    },
    drawDialog(content) {
      dialog ??= openDialog(container, press);
      dialog.draw(content);
    },
    closeDialog,
  };
}

/** In the page's font, and in the window's coordinates if the page is zoomed. */
function makeDialogRoot(): ShadowRoot {
  const { zoom } = getComputedStyle(document.documentElement);
  const { fontFamily } = getComputedStyle(document.body);
  return makeShadowRoot(`display:contents;zoom:${1 / Number(zoom) || 1};font-family:${fontFamily}`);
}

/**
 * Keeps the page from hearing events in the dialog, and every Escape. They are stopped on `window`, so this calls the parts' `onclick`
 * itself.
 */
function createPageListener(host: Element, press: (event: DialogEvent) => void) {
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

function openDialog(container: Element, press: (event: DialogEvent) => void) {
  let isOver = false;
  const paint = createPainter(press);
  const show = () => isOver || element.open || element.showModal();
  // A closing dialog gives the focus back by itself, in Chromium not to a frame.
  const { activeElement: before } = Object(container.getRootNode());
  const root = makeDialogRoot();
  root.host.onPageEvent = createPageListener(root.host, press);
  // It may close by itself if the browser knows no `closedby`, and by a phone's back gesture.
  const element = make('dialog', { closedBy: 'none', onclose: show });
  let full = document.fullscreenElement;
  /** Comes back on top of what the page has opened since. While it is on top, every point hits it or its backdrop. */
  const rise = () => {
    const { fullscreenElement } = document;
    const top = document.elementFromPoint(0, 0);
    if (fullscreenElement === full && (!top || top.onPageEvent)) return;
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
    // A shopper who has zoomed in moves the visible area freely.
    if (scale < 1.01) place = { inset, maxHeight: `${height}px` };
    Object.assign(element.style, place);
  };
  // Beside the body: libraries make its content inert, hide or replace it.
  document.documentElement.append(root.host);
  root.append(element);
  const timer = setInterval(() => {
    follow();
    rise();
  }, CHECK_MS);
  return {
    draw(dialog: PageDialog) {
      paint(element, dialog);
      follow();
      show();
    },
    close() {
      isOver = true;
      clearInterval(timer);
      element.close();
      takeOff(root.host);
      before?.focus({ preventScroll: true });
    },
  };
}

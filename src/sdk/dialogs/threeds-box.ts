import type { BoxTexts, ShownChallenge } from '../../contract/frame/challenge-box.ts';
import { make, setStyle } from './make.ts';
import { holdOpen } from './modal.ts';

/** A frame that has not loaded for so long is offered to be loaded again. */
const BLANK_MS = 15_000;

export type ThreeDsBox = ReturnType<typeof openThreeDsBox>;

/**
 * A modal dialog around the challenge's frame, which asks before it calls `cancel`. It hears no message of any window:
 * results come from the service.
 */
export function openThreeDsBox({ boxUrl, look, ...shown }: ShownChallenge, cancel: () => void) {
  const { width, height } = visualViewport ?? screen;
  const size = look.sizes.find(({ minWidth, minHeight }) => width >= minWidth && height >= minHeight);
  const heading = make('h1', look.heading);
  const proceed = make('button', look.button);
  const stop = make('button', look.stop);
  const frame = make('iframe', look.frame + size?.frame);
  const bar = make('div', look.bar, heading, stop, proceed);
  const dialog = make('dialog', look.dialog + size?.dialog, bar, frame);
  let { texts } = shown;
  let state: keyof BoxTexts['states'] = 'open';
  let patience = 0;

  const draw = () => {
    const words = texts.states[state];
    frame.title = dialog.ariaLabel = texts.title;
    dialog.lang = texts.lang;
    dialog.dir = texts.direction;
    heading.textContent = words.heading;
    heading.ariaLive = words.stop && 'assertive';
    proceed.ariaLabel = words.proceed;
    proceed.textContent = words.sign ?? words.proceed;
    setStyle(proceed, look.button + (words.sign ? look.close : ''));
    stop.textContent = words.stop;
    // The styles it is shielded by would undo `hidden`.
    stop.style.display = words.stop ? 'revert' : 'none';
    stop.disabled = false;
    frame.inert = !!words.stop;
  };
  const enter = (next: typeof state) => {
    state = next;
    draw();
    proceed.focus();
  };
  const load = () => {
    enter('open');
    frame.src = `${boxUrl}#size=${size?.code}`;
    patience = window.setTimeout(enter, BLANK_MS, 'blank');
  };
  dialog.closedBy = 'none';
  frame.allow = 'payment *; publickey-credentials-get *; publickey-credentials-create *';
  frame.referrerPolicy = 'strict-origin';
  frame.onload = () => {
    clearTimeout(patience);
    if (state === 'blank') enter('open');
  };
  proceed.onclick = () => (state === 'blank' ? load() : enter(state === 'open' ? 'closing' : 'open'));
  stop.onclick = () => {
    stop.disabled = true;
    cancel();
  };
  const release = holdOpen(dialog, () => proceed.click());
  load();
  return {
    /** The same challenge with other texts; what was pressed can be pressed again. */
    renew(next: ShownChallenge) {
      ({ texts } = next);
      draw();
    },
    /** Takes it off the page and gives the focus back. */
    close() {
      clearTimeout(patience);
      release();
    },
  };
}

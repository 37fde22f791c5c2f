import type { BoxTexts, ShownChallenge } from '../../contract/frame/challenge-box.ts';
import { holdOpen } from './modal.ts';
import { type BoxParts, makeBox } from './threeds-parts.ts';

/** A frame that has not loaded for so long is offered to be loaded again. */
const BLANK_MS = 15_000;

type State = keyof BoxTexts['states'];
export type ThreeDsBox = ReturnType<typeof openThreeDsBox>;

/**
 * A modal dialog around the challenge's frame, which asks before it calls `cancel`. It hears no message of any window:
 * results come from the service.
 */
export function openThreeDsBox(shown: ShownChallenge, cancel: () => void) {
  const parts = makeBox(shown);
  const { dialog, proceed, stop, frame, address } = parts;
  let { texts } = shown;
  let state: State = 'open';
  let patience = 0;

  const draw = () => write(parts, { texts, state });
  const enter = (next: typeof state) => {
    state = next;
    draw();
    proceed.focus();
  };
  const load = () => {
    enter('open');
    frame.src = address;
    patience = window.setTimeout(enter, BLANK_MS, 'blank');
  };
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

function write(
  { dialog, heading, proceed, stop, frame, look }: BoxParts,
  { texts, state }: { texts: BoxTexts; state: State },
): void {
  const words = texts.states[state];
  frame.title = dialog.ariaLabel = texts.title;
  dialog.lang = texts.lang;
  dialog.dir = texts.direction;
  heading.textContent = words.heading;
  heading.ariaLive = words.stop && 'assertive';
  proceed.ariaLabel = words.proceed;
  proceed.textContent = words.sign ?? words.proceed;
  proceed.style.cssText = `all:revert;${look.button}${words.sign ? look.close : ''}`;
  stop.textContent = words.stop;
  // The styles it is shielded by would undo `hidden`.
  stop.style.display = words.stop ? 'revert' : 'none';
  stop.disabled = false;
  frame.inert = !!words.stop;
}

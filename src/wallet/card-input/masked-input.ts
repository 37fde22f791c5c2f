import { type EditKind, type Mask, maskedEdit, type TextState } from './mask.ts';

/** For these, `beforeinput` does not tell what is inserted, or where. */
const unpredictable = ['insertCompositionText', 'insertReplacementText'];

const kindOf = (inputType: string): EditKind => {
  if (!inputType.startsWith('delete')) return 'insert';
  return inputType.endsWith('Forward') ? 'deleteForward' : 'deleteBackward';
};

const read = ({ value, selectionStart, selectionEnd }: HTMLInputElement): TextState => ({
  value,
  selection: [selectionStart ?? 0, selectionEnd ?? 0],
});

const write = (input: HTMLInputElement, { value, selection: [from, to] }: TextState): void => {
  if (input.value !== value) input.value = value;
  const isThere = input.selectionStart === from && input.selectionEnd === to;
  if (!isThere && input.matches(':focus')) input.setSelectionRange(from, to);
};

/** Undo or redo, if the key asks for it. Like browsers it uses `keyCode`, which is the letter's on most layouts. */
const stepOf = ({ ctrlKey, metaKey, altKey, shiftKey, keyCode }: KeyboardEvent) => {
  if (ctrlKey === metaKey || altKey) return null;
  const [y, z] = [keyCode === 89 && ctrlKey && !shiftKey, keyCode === 90];
  if (y || (z && shiftKey)) return 'historyRedo';
  return z ? 'historyUndo' : null;
};

/** Undo and redo for an input whose value a script sets, for which browsers have none. */
const createHistory = (input: HTMLInputElement) => {
  const past: TextState[] = [];
  const future: TextState[] = [];
  let now = read(input);
  return {
    /** Shows the text after an edit. `before`: the text that was edited; default the last one. */
    show(next: TextState, before = now): void {
      write(input, next);
      if (next.value !== now.value) {
        past.push(before);
        future.length = 0;
      }
      now = next;
    },
    step(inputType: string): void {
      const [from, to] = inputType === 'historyUndo' ? [past, future] : [future, past];
      const state = from.pop();
      if (state === undefined) return;
      to.push(read(input));
      now = state;
      write(input, state);
      input.dispatchEvent(new InputEvent('input', { inputType, bubbles: true }));
    },
  };
};

type Listen = <Type extends keyof HTMLElementEventMap>(
  type: Type,
  act: (event: HTMLElementEventMap[Type]) => void,
) => void;

/** Browsers fire no `change` event when a script wrote the last value, so this fires it on blur. */
const emitChange = (input: HTMLInputElement, listen: Listen): void => {
  let lastValue = input.value;
  const commit = () => {
    lastValue = input.value;
  };
  listen('focus', commit);
  listen('change', commit);
  listen('blur', () => {
    if (input.value !== lastValue) input.dispatchEvent(new Event('change', { bubbles: true }));
  });
};

/**
 * Masks an input until the returned function is called. The browser makes each edit itself; this listener then corrects the
 * text before any other sees the event.
 */
export const maskInput = (input: HTMLInputElement, mask: Mask): (() => void) => {
  const masking = new AbortController();
  const listen: Listen = (type, act) =>
    input.addEventListener(type, act, { capture: true, signal: masking.signal });
  const history = createHistory(input);
  /** The state at `beforeinput`, for the `input` event that follows. */
  let before: TextState | undefined;

  const step = (event: Event, inputType: string) => {
    event.preventDefault();
    if (!input.readOnly) history.step(inputType);
  };
  listen('keydown', (event) => {
    const inputType = stepOf(event);
    if (inputType !== null) step(event, inputType);
  });
  listen('beforeinput', (event) => {
    const { inputType, data } = event;
    if (inputType.startsWith('history')) return step(event, inputType);
    const now = read(input);
    before = unpredictable.includes(inputType) ? undefined : now;
    if (!before || data === null || mask.take(data, now) !== '') return;
    event.preventDefault();
    before = undefined;
    // macOS replaces two spaces by a full stop, and selects the first one, which was refused.
    if (data === '. ') input.setSelectionRange(now.selection[1], now.selection[1]);
  });
  listen('input', (event) => {
    const inputType = event instanceof InputEvent ? event.inputType : '';
    // A composition is read at its end; undo and redo restore text that was masked before.
    if (inputType === 'insertCompositionText' || inputType.startsWith('history')) return;
    const result = read(input);
    const edit = inputType !== '' && before && { kind: kindOf(inputType), before, result: result };
    history.show(edit ? maskedEdit(mask, edit) : mask.settle(result), before);
    if (edit && edit.before.value === input.value) event.stopImmediatePropagation();
    before = undefined;
  });
  listen('compositionend', () => {
    const result = read(input);
    history.show(mask.settle(result));
    if (input.value !== result.value) input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  emitChange(input, listen);
  return () => masking.abort();
};

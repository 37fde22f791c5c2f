/** A field's text and what is selected in it. */
export type TextState = { readonly value: string; readonly selection: readonly [from: number, to: number] };

/** Whether an edit inserts or deletes, and in which direction. */
export type EditKind = 'insert' | 'deleteBackward' | 'deleteForward';

/** How a field changes the text that is typed into it. */
export type Mask = {
  /** Returns the allowed part of typed or pasted text; an empty text rejects the edit. */
  take(text: string, into: TextState): string;
  /** Extends the selection to all that an edit replaces. Default: the browser's selection. */
  reach?(state: TextState, kind: EditKind): TextState;
  /** Formats the text after an edit. Default: no change. */
  shape?(next: TextState, previous: TextState): TextState;
  /** Formats a text that came by autofill. */
  settle(came: TextState): TextState;
};

const itself = (state: TextState): TextState => state;

/** Replaces the selection by a text and puts the caret behind it. */
const replaceSelection = ({ value, selection: [from, to] }: TextState, text: string): TextState => {
  const caret = from + text.length;
  return { value: value.slice(0, from) + text + value.slice(to), selection: [caret, caret] };
};

type Edit = {
  readonly kind: EditKind;
  readonly before: TextState;
  /** The browser's own result. */
  readonly result: TextState;
};

/** Finds what an edit replaced in `before`, and by which text; null if the browser did something else. */
const readEdit = ({ kind, before, result }: Edit): { state: TextState; text: string } | null => {
  const [caret] = result.selection;
  const lengthLoss = before.value.length - result.value.length;
  const [from, to] = kind === 'insert' ? before.selection : [caret, caret + lengthLoss];
  const state: TextState = { value: before.value, selection: [from, to] };
  const text = result.value.slice(from, to - lengthLoss);
  return replaceSelection(state, text).value === result.value ? { state, text } : null;
};

/** The masked state after an edit; `before` if the mask refuses the edit. */
export const maskedEdit = (mask: Mask, edit: Edit): TextState => {
  const { take, reach = itself, shape = itself, settle } = mask;
  const replacement = readEdit(edit);
  if (replacement === null) return settle(edit.result);
  const text = take(replacement.text, replacement.state);
  if (edit.kind === 'insert' && text === '') return edit.before;
  return shape(replaceSelection(reach(replacement.state, edit.kind), text), replacement.state);
};

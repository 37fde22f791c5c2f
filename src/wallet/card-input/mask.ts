/** A field's text and what is selected in it. */
export type TextState = { readonly value: string; readonly selection: readonly [from: number, to: number] };

/** What an edit does, and to which side it deletes. */
export type EditKind = 'insert' | 'deleteBackward' | 'deleteForward';

/** What a field makes of what is typed into it. */
export type Mask = {
  /** Returns the allowed part of typed or pasted text; an empty text rejects the edit. */
  take(text: string, into: TextState): string;
  /** The state with all selected that an edit is about to replace; default what the browser has. */
  reach?(state: TextState, kind: EditKind): TextState;
  /** The text as it is to stand after an edit; default as it is. */
  shape?(next: TextState, previous: TextState): TextState;
  /** The same of a text that came without keys. */
  settle(came: TextState): TextState;
};

const itself = (state: TextState): TextState => state;

/** What is selected gives way to a text, and the caret stands behind it. */
const replaced = ({ value, selection: [from, to] }: TextState, text: string): TextState => {
  const caret = from + text.length;
  return { value: value.slice(0, from) + text + value.slice(to), selection: [caret, caret] };
};

type Edit = {
  readonly kind: EditKind;
  readonly before: TextState;
  /** What the browser has made of it by itself. */
  readonly made: TextState;
};

/** What an edit has replaced in `before`, and by which text; null where the browser did something else. */
const readEdit = ({ kind, before, made }: Edit): { state: TextState; text: string } | null => {
  const [caret] = made.selection;
  const lost = before.value.length - made.value.length;
  const [from, to] = kind === 'insert' ? before.selection : [caret, caret + lost];
  const state: TextState = { value: before.value, selection: [from, to] };
  const text = made.value.slice(from, to - lost);
  return replaced(state, text).value === made.value ? { state, text } : null;
};

/** The state after an edit that the browser has made; `before` where the mask refuses it. */
export const maskedEdit = (mask: Mask, edit: Edit): TextState => {
  const { take, reach = itself, shape = itself, settle } = mask;
  const read = readEdit(edit);
  if (read === null) return settle(edit.made);
  const text = take(read.text, read.state);
  if (edit.kind === 'insert' && text === '') return edit.before;
  return shape(replaced(reach(read.state, edit.kind), text), read.state);
};

import { effect, type ReadonlySignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { InputRef } from '../ui/Field.tsx';
import { READ_FIELDS } from './read-fields.ts';

export type FieldText = {
  readonly value: ReadonlySignal<string>;
  /** The value as the field shows it; default as it is. */
  readonly show?: (value: string) => string;
  /** The value that a field's text stands for; default the text. */
  readonly read?: (text: string) => string;
};

const itself = (text: string): string => text;

/**
 * Keeps an uncontrolled input in step with a value, without a render at each key. It writes only if the input stands for
 * another value, so that no caret or composition breaks. Styles use `data-filled`, because `:placeholder-shown` needs a
 * placeholder on every input, with which browsers style and lay out the field twice at each key. A text that another
 * script has set without an event is reported, once it is read, by an event.
 */
export const useText = (input: InputRef, { value, show = itself, read = itself }: FieldText): void => {
  useLayoutEffect(
    () =>
      effect(() => {
        const element = input.current;
        const text = value.value;
        if (element === null) return;
        if (read(element.value) !== text) element.value = show(text);
        element.toggleAttribute('data-filled', element.value !== '');
      }),
    [input, value, show, read],
  );
  useLayoutEffect(() => {
    const tell = () => {
      const element = input.current;
      if (element && read(element.value) !== value.peek())
        element.dispatchEvent(new Event('input', { bubbles: true }));
    };
    document.addEventListener(READ_FIELDS, tell);
    return () => document.removeEventListener(READ_FIELDS, tell);
  }, [input, value, read]);
};

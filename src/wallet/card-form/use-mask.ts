import { Maskito, type MaskitoOptions } from '@maskito/core';
import { useLayoutEffect } from 'preact/hooks';
import type { InputRef } from '../ui/Field.tsx';

export type MaskedText = {
  readonly mask: MaskitoOptions;
  /** What the field shall show. */
  readonly shown: string;
  /** What a text means; the field is written to only when its meaning is another, so that no caret or composition breaks. */
  readonly meaning: (text: string) => string;
};

/** Masks an uncontrolled input and keeps it to the value given. */
export const useMask = (input: InputRef, { mask, shown, meaning }: MaskedText): void => {
  useLayoutEffect(() => {
    if (input.current === null) return;
    const maskito = new Maskito(input.current, mask);
    return () => maskito.destroy();
  }, [input, mask]);
  useLayoutEffect(() => {
    const element = input.current;
    if (element !== null && meaning(element.value) !== meaning(shown)) element.value = shown;
  });
};

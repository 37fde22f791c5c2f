import { useLayoutEffect } from 'preact/hooks';
import type { InputRef } from '../ui/Field.tsx';
import type { Mask } from './mask.ts';
import { maskInput } from './masked-input.ts';

/** Masks what is typed into an uncontrolled input. */
export const useMask = (input: InputRef, mask: Mask): void => {
  useLayoutEffect(() => (input.current ? maskInput(input.current, mask) : undefined), [input, mask]);
};

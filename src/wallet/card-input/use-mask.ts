import { Maskito, type MaskitoOptions } from '@maskito/core';
import { useLayoutEffect } from 'preact/hooks';
import type { InputRef } from '../ui/Field.tsx';

/** Masks what is typed into an uncontrolled input. */
export const useMask = (input: InputRef, mask: MaskitoOptions): void => {
  useLayoutEffect(() => {
    if (input.current === null) return;
    const maskito = new Maskito(input.current, mask);
    return () => maskito.destroy();
  }, [input, mask]);
};

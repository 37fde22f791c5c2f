import type { MaskitoOptions, MaskitoPreprocessor } from '@maskito/core';
import { digitsOf } from './digits.ts';

/** Digits of any script, as many as the brand's code has; a full field takes no more. */
export const codeMask = (size: number): MaskitoOptions => {
  const preprocess: MaskitoPreprocessor = ({ elementState, data }, action) => {
    const { value, selection } = elementState;
    if (action === 'validation') return { elementState: { value: digitsOf(value), selection }, data };
    const room = size - value.length + (selection[1] - selection[0]);
    return { elementState, data: digitsOf(data).slice(0, Math.max(0, room)) };
  };
  return { mask: new RegExp(`^\\d{0,${size}}$`), preprocessors: [preprocess] };
};

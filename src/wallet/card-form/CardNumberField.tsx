import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type InputSource, inputSource } from '../card-input/auto-advance.ts';
import { digitsOf } from '../card-input/digits.ts';
import { formatNumber, numberMask } from '../card-input/number-format.ts';
import { useMask } from '../card-input/use-mask.ts';
import { useText } from '../card-input/use-text.ts';
import type { Translate } from '../i18n/translate.ts';
import { Field, type InputRef } from '../ui/Field.tsx';

type NumberEntry = { readonly way: InputSource; readonly caretAtEnd: boolean };

export type CardNumberFieldProps = {
  readonly t: Translate;
  readonly inputRef: InputRef;
  /** Digits only. */
  readonly value: ReadonlySignal<string>;
  /** The accepted brands, beside the label. */
  readonly marks: ComponentChildren;
  readonly error: string | null;
  readonly onInput: (digits: string, entry: NumberEntry) => void;
  readonly onLeave: () => void;
};

export const CardNumberField = (props: CardNumberFieldProps) => {
  const { t, inputRef, value, marks, error, onInput, onLeave } = props;
  useMask(inputRef, numberMask);
  useText(inputRef, { value, show: formatNumber, read: digitsOf });
  return (
    <Field
      label={t('card.number.label')}
      error={error}
      aside={marks}
      inputRef={inputRef}
      inputMode="numeric"
      autocomplete="cc-number"
      autocapitalize="off"
      dir="ltr"
      onInput={(event) => {
        const input = event.currentTarget;
        const caretAtEnd = input.selectionEnd === input.value.length;
        onInput(digitsOf(input.value), { way: inputSource(event), caretAtEnd });
      }}
      onLeave={onLeave}
    />
  );
};

import type { ReadonlySignal } from '@preact/signals';
import type { Translate } from '../i18n/translate.ts';
import { Field, type InputRef } from '../ui/Field.tsx';
import { useText } from './use-text.ts';

export type HolderNameFieldProps = {
  readonly t: Translate;
  readonly inputRef: InputRef;
  readonly value: ReadonlySignal<string>;
  readonly error: string | null;
  readonly onInput: (name: string) => void;
  readonly onLeave: () => void;
};

export const HolderNameField = ({ t, inputRef, value, error, onInput, onLeave }: HolderNameFieldProps) => {
  useText(inputRef, { value });
  return (
    <Field
      label={t('card.name.label')}
      error={error}
      inputRef={inputRef}
      autocomplete="cc-name"
      autocapitalize="words"
      onInput={(event) => onInput(event.currentTarget.value)}
      onBlur={onLeave}
    />
  );
};

import type { ReadonlySignal } from '@preact/signals';
import { stepBackWhenEmpty } from '../card-input/step-back.ts';
import { useText } from '../card-input/use-text.ts';
import type { Translate } from '../i18n/translate.ts';
import { Field, type InputRef } from '../ui/Field.tsx';

export type HolderNameFieldProps = {
  readonly t: Translate;
  readonly inputRef: InputRef;
  readonly value: ReadonlySignal<string>;
  readonly isOptional: boolean;
  readonly error: string | null;
  readonly onInput: (name: string) => void;
  readonly onLeave: () => void;
  readonly onStepBack: () => void;
};

export const HolderNameField = (props: HolderNameFieldProps) => {
  const { t, inputRef, value, isOptional, error, onInput, onLeave, onStepBack } = props;
  useText(inputRef, { value });
  return (
    <Field
      label={t(isOptional ? 'card.name.label.optional' : 'card.name.label')}
      error={error}
      inputRef={inputRef}
      autocomplete="cc-name"
      autocapitalize="words"
      onInput={(event) => onInput(event.currentTarget.value)}
      onLeave={onLeave}
      onKeyDown={(event) => stepBackWhenEmpty(event, onStepBack)}
    />
  );
};

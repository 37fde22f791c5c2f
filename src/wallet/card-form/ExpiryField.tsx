import type { ReadonlySignal } from '@preact/signals';
import { expiryMask } from '../card-input/expiry-typing.ts';
import { stepBackWhenEmpty } from '../card-input/step-back.ts';
import { useMask } from '../card-input/use-mask.ts';
import { useText } from '../card-input/use-text.ts';
import type { Translate } from '../i18n/translate.ts';
import { Field, type InputRef } from '../ui/Field.tsx';

export type ExpiryFieldProps = {
  readonly t: Translate;
  readonly inputRef: InputRef;
  /** As shown, `MM / YY`. */
  readonly value: ReadonlySignal<string>;
  readonly error: string | null;
  readonly onInput: (text: string) => void;
  readonly onLeave: () => void;
  /** Default: Backspace in the empty field does nothing. */
  readonly onStepBack?: () => void;
};

export const ExpiryField = ({
  t,
  inputRef,
  value,
  error,
  onInput,
  onLeave,
  onStepBack,
}: ExpiryFieldProps) => {
  useMask(inputRef, expiryMask);
  useText(inputRef, { value });
  return (
    <Field
      label={t('card.expiry.label')}
      hint={t('card.expiry.hint')}
      placeholder={t('card.expiry.placeholder')}
      error={error}
      inputRef={inputRef}
      inputMode="numeric"
      autocomplete="cc-exp"
      autocapitalize="off"
      dir="ltr"
      onInput={(event) => onInput(event.currentTarget.value)}
      onLeave={onLeave}
      onKeyDown={(event) => stepBackWhenEmpty(event, onStepBack)}
    />
  );
};

import type { Translate } from '../i18n/translate.ts';
import { Field, type InputRef } from '../ui/Field.tsx';
import { expiryMask } from './expiry-typing.ts';
import { stepBackWhenEmpty } from './step-back.ts';
import { useMask } from './use-mask.ts';

export type ExpiryFieldProps = {
  readonly t: Translate;
  readonly inputRef: InputRef;
  /** As shown, `MM / YY`. */
  readonly value: string;
  readonly error: string | null;
  readonly onInput: (text: string) => void;
  readonly onLeave: () => void;
  readonly onStepBack: () => void;
};

const itself = (text: string): string => text;

export const ExpiryField = ({
  t,
  inputRef,
  value,
  error,
  onInput,
  onLeave,
  onStepBack,
}: ExpiryFieldProps) => {
  useMask(inputRef, { mask: expiryMask, shown: value, meaning: itself });
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
      onBlur={onLeave}
      onKeyDown={(event) => stepBackWhenEmpty(event, onStepBack)}
    />
  );
};

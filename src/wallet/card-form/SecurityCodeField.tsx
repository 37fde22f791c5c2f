import type { ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { CardBrand } from '../../contract/cards/card-brands.ts';
import { longestCode } from '../../contract/cards/card-number.ts';
import { codeHintKey, codePlace } from '../card-input/card-texts.ts';
import { digitsOf } from '../card-input/digits.ts';
import { codeMask } from '../card-input/security-code-format.ts';
import { stepBackWhenEmpty } from '../card-input/step-back.ts';
import { useMask } from '../card-input/use-mask.ts';
import { useText } from '../card-input/use-text.ts';
import type { Translate } from '../i18n/translate.ts';
import { Field, type InputRef } from '../ui/Field.tsx';
import { SecurityCodePicture } from './SecurityCodePicture.tsx';

export type SecurityCodeFieldProps = {
  readonly t: Translate;
  readonly inputRef: InputRef;
  /** Digits only. */
  readonly value: ReadonlySignal<string>;
  readonly brand: CardBrand | null;
  readonly error: string | null;
  readonly onInput: (digits: string) => void;
  readonly onLeave: () => void;
  readonly onStepBack: () => void;
};

export const SecurityCodeField = (props: SecurityCodeFieldProps) => {
  const { t, inputRef, value, brand, error, onInput, onLeave, onStepBack } = props;
  const size = longestCode(brand);
  const mask = useMemo(() => codeMask(size), [size]);
  useMask(inputRef, mask);
  useText(inputRef, { value, read: digitsOf });
  return (
    <Field
      label={t('card.code.label')}
      hint={t(codeHintKey(brand))}
      error={error}
      inputRef={inputRef}
      inputMode="numeric"
      autocomplete="cc-csc"
      autocapitalize="off"
      dir="ltr"
      onInput={(event) => onInput(digitsOf(event.currentTarget.value))}
      onLeave={onLeave}
      onKeyDown={(event) => stepBackWhenEmpty(event, onStepBack)}
    >
      <SecurityCodePicture place={codePlace(brand)} />
    </Field>
  );
};

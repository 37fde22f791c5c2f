import type { CardBrand } from '../../contract/card-brands.ts';
import type { Translate } from '../i18n/translate.ts';
import { Field, type InputRef } from '../ui/Field.tsx';
import { type InputWay, inputWay } from './auto-advance.ts';
import { BrandMarks } from './BrandMarks.tsx';
import { brandList } from './card-texts.ts';
import { digitsOf } from './digits.ts';
import { formatNumber, numberMask } from './number-format.ts';
import { stepBackWhenEmpty } from './step-back.ts';
import { useMask } from './use-mask.ts';

type NumberEntry = { readonly way: InputWay; readonly caretAtEnd: boolean };

export type CardNumberFieldProps = {
  readonly t: Translate;
  readonly inputRef: InputRef;
  /** Digits only. */
  readonly value: string;
  readonly brand: CardBrand | null;
  readonly accepted: readonly CardBrand[];
  readonly error: string | null;
  readonly onInput: (digits: string, entry: NumberEntry) => void;
  readonly onLeave: () => void;
  readonly onStepBack?: () => void;
};

export const CardNumberField = (props: CardNumberFieldProps) => {
  const { t, inputRef, value, brand, accepted, error, onInput, onLeave, onStepBack } = props;
  useMask(inputRef, { mask: numberMask, shown: formatNumber(value), meaning: digitsOf });
  return (
    <Field
      label={t('card.number.label')}
      error={error}
      aside={
        <BrandMarks
          accepted={accepted}
          brand={brand}
          label={t('card.brands.accepted', { brands: brandList(accepted, t) })}
        />
      }
      inputRef={inputRef}
      inputMode="numeric"
      autocomplete="cc-number"
      autocapitalize="off"
      dir="ltr"
      onInput={(event) => {
        const input = event.currentTarget;
        const caretAtEnd = input.selectionEnd === input.value.length;
        onInput(digitsOf(input.value), { way: inputWay(event), caretAtEnd });
      }}
      onBlur={onLeave}
      onKeyDown={(event) => stepBackWhenEmpty(event, onStepBack)}
    />
  );
};

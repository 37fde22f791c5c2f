import type { ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { CardBrand } from '../../contract/cards/card-brands.ts';
import { longestCode } from '../../contract/cards/card-number.ts';
import { type CodePlace, codeHintKey, codePlace } from '../card-input/card-texts.ts';
import { digitsOf } from '../card-input/digits.ts';
import type { Mask } from '../card-input/mask.ts';
import { stepBackWhenEmpty } from '../card-input/step-back.ts';
import { useMask } from '../card-input/use-mask.ts';
import { useText } from '../card-input/use-text.ts';
import type { Translate } from '../i18n/translate.ts';
import { Field, type InputRef } from '../ui/Field.tsx';

export type SecurityCodeFieldProps = {
  readonly t: Translate;
  readonly inputRef: InputRef;
  /** Digits only. */
  readonly value: ReadonlySignal<string>;
  readonly brand: CardBrand | null;
  readonly error: string | null;
  readonly onInput: (digits: string) => void;
  readonly onLeave: () => void;
  /** Default: Backspace in the empty field does nothing. */
  readonly onStepBack?: () => void;
};

/** Digits of any script, as many as the brand's code has; a full field takes no more. */
const codeMask = (size: number): Mask => ({
  take(text, { value, selection: [from, to] }) {
    const room = size - value.length + (to - from);
    return digitsOf(text).slice(0, Math.max(0, room));
  },
  settle({ value, selection: [from, to] }) {
    const digits = digitsOf(value).slice(0, size);
    return {
      value: digits,
      selection: [Math.min(from, digits.length), Math.min(to, digits.length)],
    };
  },
});

/** A card's back with the code at the end of its strip, or its front with the code above the number. */
const SecurityCodePicture = ({ place }: { readonly place: CodePlace }) => (
  <svg class="code-picture" viewBox="0 0 36 24" width="36" height="24" aria-hidden="true" focusable="false">
    <rect class="code-picture-card" x="0.5" y="0.5" width="35" height="23" rx="3" />
    {place === 'front' ? (
      <>
        <rect class="code-picture-line" x="4" y="14" width="20" height="3" rx="1" />
        <rect class="code-picture-code" x="22" y="6" width="11" height="6" rx="3" />
      </>
    ) : (
      <>
        <rect class="code-picture-line" x="0.5" y="4" width="35" height="5" />
        <rect class="code-picture-code" x="22" y="12" width="11" height="6" rx="3" />
      </>
    )}
  </svg>
);

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

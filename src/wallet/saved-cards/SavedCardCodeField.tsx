import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { errorTexts } from '../card-form/card-texts.ts';
import { SecurityCodeField } from '../card-form/SecurityCodeField.tsx';
import type { Translate } from '../i18n/translate.ts';
import type { SavedCardCode } from '../state/saved-card-code.ts';

type Props = { readonly code: SavedCardCode; readonly t: Translate };

/** Below a saved card that is chosen: its security code. */
export function SavedCardCodeField({ code, t }: Props) {
  const inputRef = useRef<HTMLInputElement>(null);
  const brand = code.brand.value;
  const reason = code.shown.value;
  useSignalEffect(() => {
    if (code.attention.value > 0) inputRef.current?.focus();
  });
  return (
    <div class="choice-code">
      <SecurityCodeField
        {...{ t, brand, inputRef }}
        value={code.digits.value}
        error={reason && errorTexts.code(reason, { t, brand, accepted: [] })}
        onInput={code.type}
        onLeave={code.leave}
        onStepBack={() => {}}
      />
    </div>
  );
}

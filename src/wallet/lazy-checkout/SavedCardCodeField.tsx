import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { SecurityCodeField } from '../card-form/SecurityCodeField.tsx';
import { errorTexts } from '../card-input/card-texts.ts';
import type { Translate } from '../i18n/translate.ts';
import type { SavedCardCode } from '../state/saved-card-code.ts';
import { focusInView } from '../ui/focus-in-view.ts';
import { saidAgain } from '../ui/repeat-announcement.ts';

type Props = { readonly code: SavedCardCode; readonly t: Translate };
type AnnouncerProps = { readonly attention: number; readonly message: string | null; readonly t: Translate };

/** Announces a new message; after a submission the form's summary, because the focused field's message is read anyway. */
function CodeAnnouncer({ attention, message, t }: AnnouncerProps) {
  const spoken = useSignal('');
  const heard = useRef({ attention, message });
  const summary = t('card.form.summary', { count: 1, fields: t('card.code.label') });
  useEffect(() => {
    const isSubmitted = attention !== heard.current.attention;
    heard.current = { attention, message };
    spoken.value = isSubmitted ? saidAgain(summary, spoken.peek()) : (message ?? '');
  }, [attention, message !== null]);
  return (
    <p class="visually-hidden" role="status">
      {spoken}
    </p>
  );
}

/** The security code of the chosen saved card, below its row. */
export function SavedCardCodeField({ code, t }: Props) {
  const inputRef = useRef<HTMLInputElement>(null);
  const brand = code.brand.value;
  const reason = code.shown.value;
  const error = reason && errorTexts.code(reason, { t, brand, accepted: [] });
  const heard = useRef(code.attention.peek());
  useSignalEffect(() => {
    // A submission for another card must not take the focus from the list.
    if (code.attention.value !== heard.current) focusInView(inputRef.current);
    heard.current = code.attention.value;
  });
  return (
    <div class="choice-code">
      <SecurityCodeField
        t={t}
        brand={brand}
        inputRef={inputRef}
        error={error}
        value={code.digits}
        onInput={code.type}
        onLeave={code.leave}
        onStepBack={() => {}}
      />
      <CodeAnnouncer attention={code.attention.value} message={error} t={t} />
    </div>
  );
}

import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { SecurityCodeField } from '../card-form/SecurityCodeField.tsx';
import { errorTexts } from '../card-input/card-texts.ts';
import type { Translate } from '../i18n/translate.ts';
import type { SavedCardCode } from '../state/saved-card-code.ts';
import { focusInView } from '../ui/focus-in-view.ts';
import { repeatAnnouncement } from '../ui/repeat-announcement.ts';

type Props = { readonly code: SavedCardCode; readonly t: Translate };
type AnnouncerProps = { readonly attention: number; readonly message: string | null; readonly t: Translate };

/** Announces a new message; after a submission the form's summary, because the focused field's message is read anyway. */
function CodeAnnouncer({ attention, message, t }: AnnouncerProps) {
  const announcement = useSignal('');
  const before = useRef({ attention, message });
  const summary = t('card.form.summary', { count: 1, fields: t('card.code.label') });
  useEffect(() => {
    const isSubmitted = attention !== before.current.attention;
    before.current = { attention, message };
    announcement.value = isSubmitted ? repeatAnnouncement(summary, announcement.peek()) : (message ?? '');
  }, [attention, message !== null]);
  return (
    <p class="visually-hidden" role="status">
      {announcement}
    </p>
  );
}

/** The security code of the chosen saved card, below its row. */
export function SavedCardCodeField({ code, t }: Props) {
  const inputRef = useRef<HTMLInputElement>(null);
  const brand = code.brand.value;
  const reason = code.reason.value;
  const error = reason && errorTexts.code(reason, { t, brand, accepted: [] });
  const lastAttention = useRef(code.attention.peek());
  useSignalEffect(() => {
    // A submission for another card must not take the focus from the list.
    if (code.attention.value !== lastAttention.current) focusInView(inputRef.current);
    lastAttention.current = code.attention.value;
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
      />
      <CodeAnnouncer attention={code.attention.value} message={error} t={t} />
    </div>
  );
}

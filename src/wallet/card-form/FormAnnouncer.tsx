import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type CardBrand, cardBrands } from '../../contract/cards/card-brands.ts';
import { type CardFormModel, cardFieldNames } from '../card-input/card-form-model.ts';
import { errorTexts } from '../card-input/card-texts.ts';
import type { Translate } from '../i18n/translate.ts';
import { repeatAnnouncement } from '../ui/repeat-announcement.ts';

export type FormAnnouncerProps = {
  readonly model: Pick<CardFormModel, 'reasons' | 'accepted' | 'attention'>;
  readonly t: Translate;
  readonly locale: string;
  readonly brand: ReadonlySignal<CardBrand | null>;
};

/** The messages that the form shows, and their reasons. */
const readForm = ({ model, t, locale, ...props }: FormAnnouncerProps) => {
  const brand = props.brand.value;
  const context = { t, brand, accepted: model.accepted.value };
  const { name, number, expiry, code } = model.reasons;
  const errors = {
    name: name.value && errorTexts.name(name.value, context),
    number: number.value && errorTexts.number(number.value, context),
    expiry: expiry.value && errorTexts.expiry(expiry.value, context),
    code: code.value && errorTexts.code(code.value, context),
  };
  const reasons = { name: name.value, number: number.value, expiry: expiry.value, code: code.value };
  return { locale, brand, reasons, errors, attention: model.attention.value };
};

type FormReading = ReturnType<typeof readForm>;

const news = (
  before: FormReading | null,
  now: FormReading,
  { t, locale }: FormAnnouncerProps,
): string | null => {
  if (now.attention !== null && now.attention !== before?.attention) {
    const labels = now.attention.fields.map((field) => t(`card.${field}.label`));
    const fields = new Intl.ListFormat(locale).format(labels);
    return t('card.form.summary', { count: labels.length, fields });
  }
  // The same message in another language is not announced.
  const compared = before?.locale === now.locale ? 'errors' : 'reasons';
  const changedField = cardFieldNames.find(
    (field) => now.errors[field] && now[compared][field] !== before?.[compared][field],
  );
  if (changedField !== undefined) return now.errors[changedField];
  const isGone = cardFieldNames.some((field) => before?.errors[field] && !now.errors[field]);
  // After a change of language the old announcement is cleared.
  if (isGone || (before && before.locale !== now.locale)) return '';
  if (now.brand === null || now.brand === before?.brand || now.errors.number !== null) return null;
  return t('card.brands.detected', { brand: cardBrands[now.brand].name });
};

/** The form's live region: announces a summary after a submission, else a new message, else the brand; each once. */
export const FormAnnouncer = (props: FormAnnouncerProps) => {
  const announcement = useSignal('');
  const before = useRef<FormReading | null>(null);
  // Read during render, because an effect of signals would request an animation frame at each key.
  const now = readForm(props);
  useLayoutEffect(() => {
    const text = news(before.current, now, props);
    before.current = now;
    if (text !== null) announcement.value = repeatAnnouncement(text, announcement.peek());
  });
  return (
    <p class="visually-hidden" role="status">
      {announcement}
    </p>
  );
};

import { useState } from 'preact/hooks';

const fields = [
  { label: 'Name on card', autocomplete: 'cc-name' },
  { label: 'Card number', autocomplete: 'cc-number' },
  { label: 'Expiry date', autocomplete: 'cc-exp' },
  { label: 'Security code', autocomplete: 'cc-csc' },
] as const;

type FieldName = (typeof fields)[number]['autocomplete'];

const grouped = (text: string) => text.replace(/\D/g, '').replace(/(.{4})(?=.)/g, '$1 ');

/** What any card form in Preact does at least: four controlled fields, digits in groups. */
export function BareForm() {
  const [texts, setTexts] = useState<Partial<Record<FieldName, string>>>({});
  const take = (name: FieldName, text: string) =>
    setTexts((before) => ({ ...before, [name]: name === 'cc-number' ? grouped(text) : text }));
  return (
    <form>
      {fields.map(({ label, autocomplete }) => (
        <label key={autocomplete}>
          {label}{' '}
          <input
            autocomplete={autocomplete}
            inputMode={autocomplete === 'cc-name' ? 'text' : 'numeric'}
            value={texts[autocomplete] ?? ''}
            onInput={({ currentTarget }) => take(autocomplete, currentTarget.value)}
          />
        </label>
      ))}
    </form>
  );
}

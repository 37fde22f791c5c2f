import { useId } from 'preact/hooks';

type Props = {
  readonly label: string;
  readonly value: string;
  /** The field's name in a form. */
  readonly name?: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange?: (value: string) => void;
};

export function Select({ label, name, value, options, onChange }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <select id={id} name={name} class="select" onChange={(event) => onChange?.(event.currentTarget.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each} selected={each === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

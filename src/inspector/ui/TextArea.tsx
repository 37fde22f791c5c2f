import { useId } from 'preact/hooks';

type Props = {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly hint: string;
  readonly rows?: number;
};

export function TextArea({ label, name, value, hint, rows = 3 }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <textarea
        id={id}
        class="text-area"
        name={name}
        rows={rows}
        spellcheck={false}
        aria-describedby={`${id}-hint`}
        defaultValue={value}
      />
      <p class="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}

/** One entry per line, without blank lines. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

import type { DrawerChoice } from '../settings/choices.ts';

type Props<Value extends string> = {
  readonly class: string;
  readonly choice: DrawerChoice<Value>;
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
};

/** A choice among a few. */
export function Radios<Value extends string>({ choice, chosen, onChoose, ...list }: Props<Value>) {
  const { name, legend, options, note } = choice;
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div {...list}>
        {options.map(([value, text]) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            {text}
          </label>
        ))}
      </div>
      {note && <p class="note">{note}</p>}
    </fieldset>
  );
}

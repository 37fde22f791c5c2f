type Props = {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly chosen: readonly string[];
  readonly hint?: string;
};

/** Uncontrolled checkboxes of a form under one name. */
export function Choices({ legend, name, options, chosen, hint }: Props) {
  return (
    <fieldset class="presets choices">
      <legend>{legend}</legend>
      {options.map(([value, text]) => (
        <label class="checkbox" key={value}>
          <input
            class="checkbox-input"
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
          />
          <span class="checkbox-label">{text}</span>
        </label>
      ))}
      {hint !== undefined && <p class="field-hint presets-hint">{hint}</p>}
    </fieldset>
  );
}

/** The ticked values: those chosen before in their order, then new ones. */
export function chosenIn(form: FormData, name: string, before: readonly string[]): string[] {
  const ticked = form.getAll(name).map(String);
  return [
    ...before.filter((each) => ticked.includes(each)),
    ...ticked.filter((each) => !before.includes(each)),
  ];
}

import type { Appearance } from 'embeddable-wallet';
import { useMemo } from 'preact/hooks';
import type { DrawerChoice, Theme } from '../settings/choices.ts';
import { Radios } from '../ui/Radios.tsx';
import { fields, type Group, type NumberName, presets, type VariableName } from './appearance-fields.ts';

type Labels = NonNullable<Appearance['labels']>;

const choice = <Value extends string>(name: string, values: readonly Value[]): DrawerChoice<Value> => ({
  name,
  legend: name,
  options: values.map((value) => [value, value]),
});
const theme = choice<Theme>('theme', ['auto', 'light', 'dark']);
const labels = choice<Labels>('labels', ['above', 'floating']);
const groups: readonly Group[] = ['Text', 'Shape', 'Colours'];
const numbers: readonly NumberName[] = ['fontWeightStrong', 'lineHeight'];
const names = Object.keys(fields).filter((name): name is VariableName => name in fields);
const isNumber = (name: VariableName): name is NumberName => numbers.some((each) => each === name);

/** What is filled in. */
export type Look = {
  readonly theme: Theme;
  readonly labels: Labels;
  readonly values: Readonly<Partial<Record<VariableName, string>>>;
};

export const defaultLook: Look = { theme: 'auto', labels: 'above', values: {} };

/** As the wallet takes it. */
export function appearanceOf({ values, ...look }: Look): Appearance {
  const variables: Partial<Record<VariableName, string | number>> = {};
  for (const name of names) {
    const value = values[name]?.trim() ?? '';
    if (value === '') continue;
    variables[name] = isNumber(name) ? Number(value) : value;
  }
  // What is typed here the wallet judges.
  return { ...look, variables: variables as NonNullable<Appearance['variables']> };
}

type FormProps = {
  readonly look: Look;
  /** What is wrong, by the name of its variable. */
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (look: Look) => void;
};

/** A field for every variable, a choice for theme and labels, and looks to start from. */
export function AppearanceForm({ look, faults, onChange }: FormProps) {
  const change = (part: Partial<Look>) => onChange({ ...look, ...part });
  return (
    <form class="appearance-form" aria-label="Appearance" onSubmit={(event) => event.preventDefault()}>
      <fieldset class="actions" aria-label="Looks to start from">
        {Object.entries(presets).map(([name, values]) => (
          <button key={name} type="button" class="secondary" onClick={() => change({ values })}>
            {name}
          </button>
        ))}
      </fieldset>
      <Radios class="looks" choice={theme} chosen={look.theme} onChoose={(each) => change({ theme: each })} />
      <Radios
        class="looks"
        choice={labels}
        chosen={look.labels}
        onChoose={(each) => change({ labels: each })}
      />
      {groups.map((group) => (
        <fieldset key={group} class="variables">
          <legend>{group}</legend>
          {names
            .filter((name) => fields[name].group === group)
            .map((name) => (
              <Variable
                key={name}
                name={name}
                value={look.values[name] ?? ''}
                fault={faults.get(name) ?? ''}
                onChange={(value) => change({ values: { ...look.values, [name]: value } })}
              />
            ))}
        </fieldset>
      ))}
    </form>
  );
}

type VariableProps = {
  readonly name: VariableName;
  readonly value: string;
  readonly fault: string;
  readonly onChange: (value: string) => void;
};

/** A text field, for a colour with a picker beside it. */
function Variable({ name, value, fault, onChange }: VariableProps) {
  const { group, sample } = fields[name];
  const id = `variable-${name}`;
  const isColour = group === 'Colours';
  const opaque = useMemo(() => (isColour ? hexOf(value || sample) : ''), [value]);
  return (
    <div class="variable">
      <label for={id}>{name}</label>
      <input
        id={id}
        value={value}
        placeholder={sample}
        autocomplete="off"
        spellcheck={false}
        aria-describedby={`${id}-error`}
        aria-invalid={fault !== ''}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {isColour && (
        <input
          type="color"
          aria-label={`Pick ${name}`}
          value={opaque}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      <p id={`${id}-error`} class="fault">
        {fault}
      </p>
    </div>
  );
}

/** As a picker wants it: opaque, of the theme on show. */
function hexOf(colour: string): string {
  const probe = document.createElement('i');
  probe.style.color = colour;
  document.body.append(probe);
  const channels = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
  probe.remove();
  return `#${channels
    .slice(0, 3)
    .map((channel) => Math.round(Number(channel)).toString(16).padStart(2, '0'))
    .join('')}`;
}

import type { Appearance } from 'embeddable-wallet';
import { fields, type Group, type NumberName, presets, type VariableName } from './appearance-fields.ts';
import { element } from './element.ts';

const themes = ['auto', 'light', 'dark'] as const;
const labels = ['above', 'floating'] as const;
const numbers: readonly NumberName[] = ['fontWeightStrong', 'lineHeight'];
const names = Object.keys(fields).filter((name): name is VariableName => name in fields);
const isNumber = (name: VariableName): name is NumberName => numbers.some((each) => each === name);

export type AppearanceForm = {
  readonly root: HTMLElement;
  /** What is filled in, in full. */
  read(): Appearance;
  /** Says what is wrong with a variable, or that nothing is. */
  mark(faults: ReadonlyMap<string, string>): void;
};

/** A field for every variable, a choice for theme and labels, and looks to start from. */
export function appearanceForm(onChange: () => void): AppearanceForm {
  const rows = new Map(names.map((name) => [name, variableRow(name)]));
  const choices = { theme: segments('theme', themes), labels: segments('labels', labels) };
  const group = (legend: Group) =>
    element(
      'fieldset',
      { class: 'variables' },
      element('legend', {}, legend),
      ...names.filter((name) => fields[name].group === legend).map((name) => rows.get(name)?.root ?? ''),
    );
  const start = (preset: Partial<Record<VariableName, string>>) => {
    for (const [name, row] of rows) row.set(preset[name] ?? '');
    onChange();
  };
  const root = element(
    'form',
    { class: 'appearance-form', 'aria-label': 'Appearance' },
    presetButtons(start),
    choices.theme.root,
    choices.labels.root,
    ...(['Text', 'Shape', 'Colours'] as const).map(group),
  );
  root.addEventListener('input', onChange);
  root.addEventListener('submit', (event) => event.preventDefault());
  return {
    root,
    read: () => ({
      theme: choices.theme.chosen(),
      labels: choices.labels.chosen(),
      variables: variablesOf((name) => rows.get(name)?.value() ?? ''),
    }),
    mark(faults) {
      for (const [name, row] of rows) row.mark(faults.get(name));
    },
  };
}

function variablesOf(filledIn: (name: VariableName) => string) {
  const variables: NonNullable<Appearance['variables']> = {};
  for (const name of names) {
    const value = filledIn(name);
    if (value === '') continue;
    if (isNumber(name)) variables[name] = Number(value);
    else variables[name] = value;
  }
  return variables;
}

function presetButtons(start: (preset: Partial<Record<VariableName, string>>) => void): HTMLElement {
  const buttons = Object.entries(presets).map(([name, preset]) =>
    element('button', { type: 'button', class: 'secondary', click: () => start(preset) }, name),
  );
  return element('div', { class: 'actions', role: 'group', 'aria-label': 'Looks to start from' }, ...buttons);
}

function segments<Value extends string>(name: string, values: readonly [Value, ...Value[]]) {
  const inputs = values.map((value, index) => {
    const input = element('input', { type: 'radio', name, value });
    input.checked = index === 0;
    return { value, input };
  });
  const options = inputs.map(({ value, input }) => element('label', {}, input, value));
  return {
    root: element('fieldset', { class: 'looks' }, element('legend', {}, name), ...options),
    chosen: () => inputs.find(({ input }) => input.checked)?.value ?? values[0],
  };
}

/** A text field, for a colour with a picker beside it. */
function variableRow(name: VariableName) {
  const id = `variable-${name}`;
  const input = element('input', {
    id,
    placeholder: fields[name].sample,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const error = element('p', { id: `${id}-error`, class: 'fault' });
  input.setAttribute('aria-describedby', error.id);
  const picker = fields[name].group === 'Colours' ? [pickerFor(input, name)] : [];
  return {
    root: element('div', { class: 'variable' }, element('label', { for: id }, name), input, ...picker, error),
    value: () => input.value.trim(),
    set(value: string) {
      input.value = value;
      input.dispatchEvent(new Event('input'));
    },
    mark(fault = '') {
      error.textContent = fault;
      input.setAttribute('aria-invalid', String(fault !== ''));
    },
  };
}

function pickerFor(input: HTMLInputElement, name: string): HTMLElement {
  const picker = element('input', { type: 'color', 'aria-label': `Pick ${name}` });
  const show = () => {
    picker.value = hexOf(input.value || input.placeholder);
  };
  show();
  input.addEventListener('input', show);
  picker.addEventListener('input', () => {
    input.value = picker.value;
  });
  return picker;
}

/** As a picker wants it: opaque, of the theme on show. */
function hexOf(colour: string): string {
  const probe = element('i', {});
  probe.style.color = colour;
  document.body.append(probe);
  const channels = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
  probe.remove();
  return `#${channels
    .slice(0, 3)
    .map((channel) => Math.round(Number(channel)).toString(16).padStart(2, '0'))
    .join('')}`;
}

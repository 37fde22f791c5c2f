import { chosen, type DrawerChoice } from './choices.ts';
import { element } from './element.ts';

const store = ({ name }: Pick<DrawerChoice<string>, 'name'>, value: string) =>
  localStorage.setItem(`sandbox-${name}`, value);

/** Explains what the options do not; may be empty. */
const noteOf = ({ note = '' }: Pick<DrawerChoice<string>, 'note'>) => element('p', { class: 'note' }, note);

/** A choice among a few. */
export function radios<Value extends string>(choice: DrawerChoice<Value>, onChange: () => void): HTMLElement {
  const { name, legend, options } = choice;
  const current = chosen(choice);
  const labels = options.map(([value, text]) => {
    const input = element('input', { type: 'radio', name, value });
    input.checked = value === current;
    input.addEventListener('change', () => {
      store(choice, value);
      onChange();
    });
    return element('label', {}, input, text);
  });
  const segments = element('div', { class: 'segments' }, ...labels);
  return element('fieldset', {}, element('legend', {}, legend), segments, noteOf(choice));
}

/** A choice among many. */
export function menu<Value extends string>(choice: DrawerChoice<Value>, onChange: () => void): HTMLElement {
  const { name, legend, options } = choice;
  const current = chosen(choice);
  const select = element('select', { name });
  for (const [value, text] of options) {
    const option = element('option', { value }, text);
    option.selected = value === current;
    select.append(option);
  }
  select.addEventListener('change', () => {
    store(choice, select.value);
    onChange();
  });
  const label = element('label', { class: 'menu' }, element('span', {}, legend), select);
  return element('div', {}, label, noteOf(choice));
}

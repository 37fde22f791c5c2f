import { type Choice, chosen } from './choices.ts';
import { element } from './element.ts';

/** Explains what the options do not; may be empty. */
export const noteOf = ({ note = '' }: Pick<Choice<string>, 'note'>) => element('p', { class: 'note' }, note);

/** A choice among many. */
export function menu<Value extends string>(of: Choice<Value>, onChange: () => void): HTMLElement {
  const current = chosen(of);
  const select = element('select', { name: of.name });
  for (const [value, text] of of.options) {
    const option = element('option', { value }, text);
    option.selected = value === current;
    select.append(option);
  }
  select.addEventListener('change', () => {
    localStorage.setItem(`sandbox-${of.name}`, select.value);
    onChange();
  });
  const label = element('label', { class: 'menu' }, element('span', {}, of.legend), select);
  return element('div', {}, label, noteOf(of));
}

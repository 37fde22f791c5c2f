import { loadTexts } from 'virtual:every-texts';
import type { Look } from './look.ts';

const choices: { readonly [Name in keyof Look]: readonly string[] } = {
  locale: Object.keys(loadTexts),
  theme: ['light', 'dark'],
  page: ['light', 'dark'],
  labels: ['above', 'floating'],
  width: ['320', '440', '640'],
  motion: ['still', 'running'],
};

function createSelect(name: keyof Look, current: string): HTMLLabelElement {
  const label = document.createElement('label');
  const select = document.createElement('select');
  select.name = name;
  for (const text of choices[name]) select.add(new Option(text, text, false, text === current));
  select.addEventListener('change', () => select.form?.submit());
  label.append(name, select);
  return label;
}

/** A form whose fields are the parameters of the address. */
export function showControls(look: Look): void {
  const form = document.getElementById('controls');
  form?.append(
    createSelect('locale', look.locale),
    createSelect('theme', look.theme),
    createSelect('page', look.page),
    createSelect('labels', look.labels),
    createSelect('width', String(look.width)),
    createSelect('motion', look.motion),
  );
}

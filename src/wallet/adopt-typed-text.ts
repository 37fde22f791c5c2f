import { cardFieldNames } from './card-input/card-form-model.ts';
import type { Models } from './views/App.tsx';

const autocompletes = { name: 'cc-name', number: 'cc-number', expiry: 'cc-exp', code: 'cc-csc' } as const;

type DocumentForm = Pick<Models, 'form' | 'checkout'> & { readonly content: Element };

/**
 * Takes over what was typed, or is being typed, in the document's own form before the script ran: `wake` brings that
 * form to life, and its masks then treat the texts like any that came without keys.
 */
export function takeTyped({ content, form, checkout }: DocumentForm, wake: () => void): void {
  const filled: HTMLInputElement[] = [];
  for (const field of cardFieldNames) {
    const input = content.querySelector<HTMLInputElement>(`[autocomplete='${autocompletes[field]}']`);
    if (!input) continue;
    if (input.value !== '' || input === document.activeElement) checkout.touchForm();
    if (input.value === '') continue;
    form.type(field, input.value);
    filled.push(input);
  }
  wake();
  for (const input of filled) input.dispatchEvent(new Event('input', { bubbles: true }));
}

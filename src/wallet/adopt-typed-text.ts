import { cardFieldNames } from './card-input/card-form-model.ts';
import type { Models } from './models/models.ts';

const autocompletes = { name: 'cc-name', number: 'cc-number', expiry: 'cc-exp', code: 'cc-csc' } as const;

type DocumentForm = Pick<Models, 'form' | 'checkout'> & { readonly content: Element };

/**
 * Takes over what was typed in the document's own form before this script ran. `wake` hydrates that form; its masks
 * then treat the texts as autofill.
 */
export function adoptTypedText({ content, form, checkout }: DocumentForm, wake: () => void): void {
  const filledInputs: HTMLInputElement[] = [];
  for (const field of cardFieldNames) {
    const input = content.querySelector<HTMLInputElement>(`[autocomplete='${autocompletes[field]}']`);
    if (!input) continue;
    if (input.value !== '' || input === document.activeElement) checkout.touchForm();
    if (input.value === '') continue;
    form.type(field, input.value);
    filledInputs.push(input);
  }
  wake();
  for (const input of filledInputs) input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The fields of a submitted form; null if the target is no form. */
export function takeForm(event: SubmitEvent): FormData | null {
  event.preventDefault();
  return event.currentTarget instanceof HTMLFormElement ? new FormData(event.currentTarget) : null;
}

/** A field's trimmed text. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** What a form holds when it is sent, by the names of its fields; null for what is no form. */
export function takeForm(event: SubmitEvent): FormData | null {
  event.preventDefault();
  return event.currentTarget instanceof HTMLFormElement ? new FormData(event.currentTarget) : null;
}

/** A field's text without the blanks around it. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

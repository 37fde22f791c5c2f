import { choiceCookie, chosenIn, type DrawerChoice } from '../settings/choices.ts';

/** Keeps a choice in this browser. */
export function choose(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = choiceCookie(name, value);
}

/** The last choice in this browser, or the first option. */
export const chosen = <Value extends string>(choice: DrawerChoice<Value>): Value =>
  chosenIn(document.cookie, choice);

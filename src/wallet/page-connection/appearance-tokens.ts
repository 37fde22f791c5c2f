import type { AppearanceVariables } from '../../contract/forms/appearance.ts';

/** Each variable as the custom property of `tokens.css` that it is named after: `colorText` is `--color-text`. */
export function tokensOf(variables: AppearanceVariables): (readonly [token: string, value: string])[] {
  return Object.entries(variables).map(([name, value]) => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    String(value),
  ]);
}

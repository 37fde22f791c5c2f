import { closestLocale } from '../../contract/frame/closest-locale.ts';

/** The closest available locale, else English, with a warning on the console for the shop's developer. */
export function localeFor(wanted: string, available: readonly string[]): string {
  const found = closestLocale(wanted, available);
  if (found) return found;
  // biome-ignore lint/suspicious/noConsole: only the shop's developer can act on it.
  console.warn(`wallet: no texts for locale "${wanted}", showing English`);
  return 'en';
}

import { closestLocale } from '../../contract/frame/closest-locale.ts';

/**
 * The locale to show for a wanted tag: the closest there is, else English. Says on the console when the shopper will
 * not get what the shop asked for.
 */
export function localeFor(wanted: string, available: readonly string[]): string {
  const found = closestLocale(wanted, available);
  if (found) return found;
  // biome-ignore lint/suspicious/noConsole: the shop's developer is who can act on it.
  console.warn(`wallet: no texts for locale "${wanted}", showing English`);
  return 'en';
}

const europeanPortuguese = ['AO', 'CH', 'CV', 'FR', 'GQ', 'GW', 'LU', 'MO', 'MZ', 'ST', 'TL'];

/** Tags for which CLDR's likely subtags do not lead to the right texts. */
const substitutes: Readonly<Record<string, string>> = {
  no: 'nb',
  nn: 'nb',
  pt: 'pt-BR',
  sr: 'sr-Latn',
  ...Object.fromEntries(europeanPortuguese.map((region) => [`pt-${region}`, 'pt-PT'])),
};

/** Canonical (`iw` is `he`) and without extensions; undefined for an invalid tag. */
function parseTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(new Intl.Locale(tag).baseName);
  } catch {
    return undefined;
  }
}

/** The tag, its substitute, its language in its likely script, and the tag with fewer and fewer subtags. */
function candidates(locale: Intl.Locale): string[] {
  const { language, script } = locale.maximize();
  const subtags = locale.baseName.split('-');
  const shorter = subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'));
  const [whole = language, ...rest] = shorter.flatMap((tag) => [tag, substitutes[tag] ?? tag]);
  return [whole, `${language}-${script}`, ...rest];
}

/**
 * The best locale of `available`, canonical tags, for a shopper who wants `wanted`: `de` for `de-AT`, `zh-Hant` for `zh-TW`,
 * `nb` for `no`. Undefined if there is none. Rule: wallet/locales.
 */
export function closestLocale(wanted: string, available: readonly string[]): string | undefined {
  // A browser takes milliseconds for its first likely subtags.
  if (available.includes(wanted)) return wanted;
  const locale = parseTag(wanted);
  return locale && candidates(locale).find((tag) => available.includes(tag));
}

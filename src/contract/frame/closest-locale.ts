const europeanPortuguese = ['AO', 'CH', 'CV', 'FR', 'GQ', 'GW', 'LU', 'MO', 'MZ', 'ST', 'TL'];

/** Where CLDR's likely subtags do not lead to the texts that are read there. */
const readInstead: Readonly<Record<string, string>> = {
  no: 'nb',
  nn: 'nb',
  pt: 'pt-BR',
  sr: 'sr-Latn',
  ...Object.fromEntries(europeanPortuguese.map((region) => [`pt-${region}`, 'pt-PT'])),
};

/** Canonical (`iw` is `he`), without extensions; nothing for what is no language tag. */
function parseTag(wanted: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(new Intl.Locale(wanted).baseName);
  } catch {
    return undefined;
  }
}

/** The tag, what is read instead, its language in its likely script, and its language with fewer and fewer subtags. */
function candidates(locale: Intl.Locale): string[] {
  const { language, script } = locale.maximize();
  const subtags = locale.baseName.split('-');
  const shorter = subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'));
  const [whole = language, ...rest] = shorter.flatMap((tag) => [tag, readInstead[tag] ?? tag]);
  return [whole, `${language}-${script}`, ...rest];
}

/**
 * The locale of `available`, canonical tags, whose texts a shopper who wants `wanted` reads best: `de` for `de-AT`,
 * `zh-Hant` for `zh-TW`, `nb` for `no`. Undefined when there is none. Rule: wallet/locales.
 */
export function closestLocale(wanted: string, available: readonly string[]): string | undefined {
  // A browser takes milliseconds for its first likely subtags.
  if (available.includes(wanted)) return wanted;
  const locale = parseTag(wanted);
  return locale && candidates(locale).find((tag) => available.includes(tag));
}

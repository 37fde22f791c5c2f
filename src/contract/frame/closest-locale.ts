type RegionalText = readonly [tag: string, elsewhere: RegExp];

/** By language, its regional text and where another one is read, in the likely subtags: American English, European Spanish. */
const regional: Readonly<Record<string, RegionalText>> = {
  en: ['en-GB', /CA|PH|PR|US|XA/],
  es: ['es-419', /E[AHS]|GQ|IC|PH/],
  pt: ['pt-PT', /BR|US/],
  zh: ['zh-HK', /Hans|TW|US/],
};

/** Texts for languages that have none of their own. */
const near: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', sr: 'sr-Latn', pt: 'pt-BR' };

/** The region's text, the language in its likely script, in its region and alone, and a near text. Throws for what is no tag. */
function candidates(wanted: string): (string | undefined)[] {
  // Canonical: `iw` is `he`.
  const { baseName, language, script, region } = new Intl.Locale(wanted).maximize();
  const [tag, elsewhere] = regional[language] ?? [];
  return [
    elsewhere?.test(baseName) ? '' : tag,
    `${language}-${script}`,
    `${language}-${region}`,
    language,
    near[language],
  ];
}

/**
 * The best locale of `available`, canonical tags, for a shopper who wants `wanted`: `de` for `de-AT`, `zh-Hant` for `zh-TW`,
 * `es-419` for `es-MX`, `nb` for `no`. Undefined if there is none. Rule: wallet/locales.
 */
export function closestLocale(wanted: string, available: readonly string[]): string | undefined {
  // A browser takes milliseconds for its first likely subtags.
  if (available.includes(wanted)) return wanted;
  const tags: readonly unknown[] = available;
  try {
    return candidates(wanted).find((tag) => tags.includes(tag));
  } catch {
    return undefined;
  }
}

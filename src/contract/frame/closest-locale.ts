/** Regional texts, by the likely subtags of who reads them. English is British but in these regions, Spanish European but in those. */
const regional: Readonly<Record<string, RegExp>> = {
  'en-GB': /^en-Latn-(?!AS|BI|CA|GU|MH|MP|PH|PR|UM|US|VI)/,
  'es-419': /^es-Latn-(AR|BO|BR|BZ|CL|CO|CR|CU|DO|EC|GT|HN|MX|NI|PA|PE|PR|PY|SV|US|UY|VE)/,
  'pt-PT': /^pt-Latn-(AO|CH|CV|FR|GQ|GW|LU|MO|MZ|ST|TL)/,
  'zh-HK': /^zh-Hant-(HK|MO)/,
};

/** Texts for languages that have none of their own. */
const near: typeof regional = { nb: /^n[no]-/, 'pt-BR': /^pt-/, 'sr-Latn': /^sr-/ };

const readIn = (likely: string, texts: typeof regional) =>
  Object.keys(texts).filter((tag) => texts[tag]?.test(likely));

/** The tag, its region's texts, its language in its likely script, in its region and alone, and near texts. */
function candidates(wanted: string): string[] {
  try {
    // Canonical: `iw` is `he`. It throws for what is no tag.
    const locale = new Intl.Locale(wanted);
    const { language, script, region } = locale.maximize();
    const likely = `${language}-${script}-${region}`;
    return [
      locale.baseName,
      ...readIn(likely, regional),
      `${language}-${script}`,
      `${language}-${region}`,
      language,
      ...readIn(likely, near),
    ];
  } catch {
    return [];
  }
}

/**
 * The best locale of `available`, canonical tags, for a shopper who wants `wanted`: `de` for `de-AT`, `zh-Hant` for `zh-TW`,
 * `es-419` for `es-MX`, `nb` for `no`. Undefined if there is none. Rule: wallet/locales.
 */
export function closestLocale(wanted: string, available: readonly string[]): string | undefined {
  // A browser takes milliseconds for its first likely subtags.
  return available.includes(wanted) ? wanted : candidates(wanted).find((tag) => available.includes(tag));
}

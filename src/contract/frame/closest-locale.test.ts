import { describe, expect, it } from 'vitest';
import { closestLocale } from './closest-locale.ts';

const available = ['en', 'de', 'fil', 'he', 'id', 'nb', 'pt-BR', 'pt-PT', 'sr', 'zh-Hans', 'zh-Hant'];

describe('closestLocale', () => {
  it.each([
    ['pt-PT', 'pt-PT'],
    ['PT-br', 'pt-BR'],
    ['de-AT', 'de'],
    ['de-Latn-AT-1996', 'de'],
    ['de-u-nu-latn', 'de'],
    ['sr-Cyrl-RS', 'sr'],
  ])('takes "%s" as "%s", itself or its language', (wanted, shown) => {
    expect(closestLocale(wanted, available)).toBe(shown);
  });

  it.each([
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-MO', 'zh-Hant'],
    ['zh-Hant-HK', 'zh-Hant'],
    ['zh-Hans-HK', 'zh-Hans'],
  ])('takes "%s" as "%s", by its script', (wanted, shown) => {
    expect(closestLocale(wanted, available)).toBe(shown);
  });

  it.each([
    ['no', 'nb'],
    ['no-NO', 'nb'],
    ['nn-NO', 'nb'],
    ['iw', 'he'],
    ['iw-IL', 'he'],
    ['in-ID', 'id'],
    ['tl', 'fil'],
    ['pt', 'pt-BR'],
    ['pt-US', 'pt-BR'],
    ['pt-AO', 'pt-PT'],
  ])('takes "%s" as "%s", an old, a wider or a near tag', (wanted, shown) => {
    expect(closestLocale(wanted, available)).toBe(shown);
  });

  it.each([
    ['es-MX', 'es-419'],
    ['es-US', 'es-419'],
    ['es-Latn-AR', 'es-419'],
    ['es-ES', 'es'],
    ['es-GQ', 'es'],
    ['es', 'es'],
    ['en-AU', 'en-GB'],
    ['en-NZ', 'en-GB'],
    ['en-IE', 'en-GB'],
    ['en-IN', 'en-GB'],
    ['en-Latn-GB', 'en-GB'],
    ['en-001', 'en-GB'],
    ['en-US', 'en'],
    ['en-CA', 'en'],
    ['en-PH', 'en'],
    ['en', 'en'],
    ['fr-CA', 'fr-CA'],
    ['fr-Latn-CA', 'fr-CA'],
    ['fr-BE', 'fr'],
    ['fr', 'fr'],
    ['zh-HK', 'zh-HK'],
    ['zh-Hant-HK', 'zh-HK'],
    ['zh-MO', 'zh-HK'],
    ['zh-Hant-MO', 'zh-HK'],
    ['zh-TW', 'zh-Hant'],
    ['zh-Hant', 'zh-Hant'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['pt-Latn-PT', 'pt-PT'],
    ['pt-PT-ao1990', 'pt-PT'],
    ['en-GB-oxendict', 'en-GB'],
    ['zh-Hant-US', 'zh-Hant'],
  ])('takes "%s" as "%s", by who reads the texts of a region', (wanted, shown) => {
    const regions = [...available, 'en-GB', 'es', 'es-419', 'fr', 'fr-CA', 'zh-HK'];
    expect(closestLocale(wanted, regions)).toBe(shown);
  });

  it('prefers the likely script of a region where both are there', () => {
    expect(closestLocale('sr-ME', [...available, 'sr-Latn'])).toBe('sr-Latn');
    expect(closestLocale('sr-RS', [...available, 'sr-Latn'])).toBe('sr');
  });

  it('takes Serbian in Latin script where that is what there is', () => {
    expect(['sr', 'sr-RS', 'sr-Cyrl'].map((wanted) => closestLocale(wanted, ['en', 'sr-Latn']))).toEqual(
      Array(3).fill('sr-Latn'),
    );
  });

  it('finds nothing for a language that is not there, and for what is no tag', () => {
    expect(['xx', 'x', 'de-', 'de-123456789'].map((wanted) => closestLocale(wanted, available))).toEqual(
      Array(4).fill(undefined),
    );
  });
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLocales } from './locale-files.ts';

describe('readLocales', () => {
  it('finds files named by canonical BCP 47 tags, which is how a wanted tag is looked for', () => {
    const tags = [...readLocales(join(import.meta.dirname, '../i18n/locales')).keys()];
    expect(tags).toEqual(tags.map((tag) => new Intl.Locale(tag).baseName));
  });

  it('finds English, 44 languages more and the pseudo-locale', () => {
    expect(readLocales(join(import.meta.dirname, '../i18n/locales')).size).toBeGreaterThanOrEqual(46);
  });
});

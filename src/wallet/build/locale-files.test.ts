import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileLocales, messagesOf, readLocales, textsVersionOf } from './locale-files.ts';

describe('readLocales', () => {
  it('finds files named by canonical BCP 47 tags, which is how a wanted tag is looked for', () => {
    const tags = [...readLocales(join(import.meta.dirname, '../i18n/locales')).keys()];
    expect(tags).toEqual(tags.map((tag) => new Intl.Locale(tag).baseName));
  });

  it('finds English, 44 languages more and the pseudo-locale', () => {
    expect(readLocales(join(import.meta.dirname, '../i18n/locales')).size).toBeGreaterThanOrEqual(46);
  });
});

describe('compileLocales', () => {
  it('writes another word into the file of its locale alone, and gives all texts another version', async () => {
    const locales = readLocales(join(import.meta.dirname, '../i18n/locales'));
    const english = messagesOf(locales, 'en');
    const german = messagesOf(locales, 'de');
    const compile = (messages: typeof german) =>
      compileLocales(
        new Map([
          ['en', english],
          ['de', messages],
        ]),
      );
    const before = await compile(german);
    const after = await compile({ ...german, 'manage.add': 'Neue Karte' });
    const changed = after.filter(({ fileName, script }) =>
      before.every((file) => file.fileName !== fileName || file.script !== script),
    );
    expect(changed.map(({ fileName }) => fileName)).toEqual(['locales/de.js']);
    expect(textsVersionOf(after)).not.toBe(textsVersionOf(before));
  });
});

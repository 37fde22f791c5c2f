import { afterEach, describe, expect, it, vi } from 'vitest';
import { localeFor } from './setters.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('localeFor', () => {
  const available = ['en', 'pt-BR', 'zh-Hant', 'de'];

  it.each([
    ['pt-BR', 'pt-BR'],
    ['pt-br', 'pt-BR'],
    ['de-AT', 'de'],
    ['zh-Hant-HK', 'zh-Hant'],
    ['en-GB', 'en'],
    ['zh-TW', 'zh-Hant'],
    ['pt', 'pt-BR'],
  ])('takes "%s" as "%s" without a word', (wanted, shown) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    expect(localeFor(wanted, available)).toBe(shown);
    expect(warn).not.toHaveBeenCalled();
  });

  it('falls back to English with a warning that names the locale', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    expect(localeFor('xx', available)).toBe('en');
    expect(warn).toHaveBeenCalledWith('wallet: no texts for locale "xx", showing English');
  });
});

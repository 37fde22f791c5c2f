import { texts } from 'virtual:texts/en';
import { describe, expect, it } from 'vitest';
import type { Texts } from '../i18n/translate.ts';
import { Locale } from './locale.ts';

const arabic: Texts = { ...texts, 'saved.new': 'بطاقة جديدة' };

describe('Locale', () => {
  it('shows another language once its texts are here, with its direction', async () => {
    const locale = new Locale({ tag: 'en', texts, load: async () => ({ tag: 'ar', texts: arabic }) });
    const showing = locale.show('ar');
    expect([locale.tag.value, locale.direction.value]).toEqual(['en', 'ltr']);
    await showing;
    expect([locale.tag.value, locale.direction.value]).toEqual(['ar', 'rtl']);
    expect(locale.t.value('saved.new')).toBe('بطاقة جديدة');
  });

  it('ends with the language asked for last, whichever loads first', async () => {
    const arrivals = new Map<string, (texts: Texts) => void>();
    const load = async (tag: string) => ({
      tag,
      texts: await new Promise<Texts>((resolve) => arrivals.set(tag, resolve)),
    });
    const locale = new Locale({ tag: 'en', texts, load });
    const showings = [locale.show('ar'), locale.show('fa')];
    arrivals.get('fa')?.(texts);
    arrivals.get('ar')?.(arabic);
    await Promise.all(showings);
    expect(locale.tag.value).toBe('fa');
  });
});

import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { localeScript } from './compile-locale.ts';
import { pseudoLocale } from './pseudo-locale.ts';

type Compiled = Record<string, string & ((values: Record<string, unknown>) => string)>;

async function run(tag: string, messages: Record<string, string>): Promise<Compiled | undefined> {
  const context: { walletTexts?: Record<string, Compiled> } = {};
  runInNewContext(await localeScript(tag, messages), Object.assign(context, { globalThis: context }));
  return context.walletTexts?.[tag];
}

describe('localeScript', () => {
  it('leaves a text without placeholders as a string, quotes resolved', async () => {
    const texts = await run('en', { plain: "It''s '{safe}'" });
    expect(texts?.plain).toBe("It's {safe}");
  });

  it("counts by the locale's own plural rules", async () => {
    const texts = await run('pl', { cards: '{count, plural, one {# karta} few {# karty} other {# kart}}' });
    expect([1, 3, 5].map((count) => texts?.cards?.({ count }))).toEqual(['1 karta', '3 karty', '5 kart']);
  });
});

describe('pseudoLocale', () => {
  it('accents, lengthens and brackets texts, and keeps their placeholders working', async () => {
    const texts = await run(
      'en-XA',
      pseudoLocale({ cards: 'Save {count, plural, one {# card} other {# cards}}' }),
    );
    expect(texts?.cards?.({ count: 2 })).toMatch(/^\[Sávé 2 çáŕðš~+\]$/);
  });
});

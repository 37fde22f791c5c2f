import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test('S82: the shop’s log shows what a terminal would obey or a reader would not see', () => {
  const hidden = '\u001b[2J\u009b2J\u202e\u2066\u200b\ufeff\u2028\u0007';
  for (const logged of [`Order ${hidden}`, new Error(`Order ${hidden}`), { order: hidden }]) {
    const shown = visibleText(logged);
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    expect(shown).toContain('u202e');
  }
  expect(visibleText('two\nlines')).toBe('two\nlines');
});

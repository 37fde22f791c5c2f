import { afterEach, expect, test } from 'vitest';
import { themeOn } from './page-theme.ts';

afterEach(() => document.documentElement.removeAttribute('style'));

test.each([
  ['', 'light'],
  ['normal', 'light'],
  ['light', 'light'],
  ['only light', 'light'],
  ['dark', 'dark'],
  ['light dark', 'auto'],
] as const)('themeOn a page of color-scheme "%s" takes auto as %s', (scheme, theme) => {
  document.documentElement.style.colorScheme = scheme;
  expect(themeOn(document.body, 'auto')).toBe(theme);
});

test.each(['light', 'dark'] as const)('themeOn leaves %s as it was asked', (theme) => {
  expect(themeOn(document.body, theme)).toBe(theme);
});

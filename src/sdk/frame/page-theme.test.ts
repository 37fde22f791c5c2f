import { afterEach, expect, test } from 'vitest';
import { themeOn } from './page-theme.ts';

afterEach(() => {
  document.documentElement.removeAttribute('style');
  document.querySelector('meta[name="color-scheme"]')?.remove();
});

test.each([
  ['', 'light'],
  ['normal', 'light'],
  ['light', 'light'],
  ['only light', 'light'],
  ['dark', 'dark'],
  ['light dark', 'auto'],
] as const)('themeOn a page of color-scheme "%s" takes auto as %s', (scheme, theme) => {
  document.documentElement.style.colorScheme = scheme;
  expect(themeOn(document.body)).toBe(theme);
});

test.each([
  ['dark', 'dark'],
  ['light dark', 'auto'],
] as const)('themeOn a page whose meta element says "%s" takes auto as %s', (content, theme) => {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'color-scheme', content }));
  expect(themeOn(document.body)).toBe(theme);
});

test('themeOn a page of pale text that declares nothing takes auto as dark', () => {
  document.documentElement.style.color = '#e8e6e3';
  expect(themeOn(document.body)).toBe('dark');
});

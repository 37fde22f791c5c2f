import { afterEach, expect, test } from 'vitest';
import { pageThemeAt } from './page-theme.ts';

const { documentElement: root, body } = document;
afterEach(() => {
  root.removeAttribute('style');
  body.removeAttribute('style');
  body.replaceChildren();
  document.querySelector('meta[name="color-scheme"]')?.remove();
});

test.each([
  ['', 'light'],
  ['normal', 'light'],
  ['light', 'light'],
  ['only light', 'light'],
  ['dark', 'dark'],
  // The device of these tests is light.
  ['light dark', 'light'],
] as const)('pageThemeAt a page of color-scheme "%s" without a ground is %s', (scheme, theme) => {
  root.style.colorScheme = scheme;
  expect(pageThemeAt(body)).toBe(theme);
});

test.each([
  ['dark', 'dark'],
  ['light dark', 'light'],
] as const)('pageThemeAt a page whose meta element says "%s" is %s', (content, theme) => {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'color-scheme', content }));
  expect(pageThemeAt(body)).toBe(theme);
});

test('pageThemeAt pale text without a ground is dark', () => {
  root.style.color = '#e8e6e3';
  expect(pageThemeAt(body)).toBe('dark');
});

test.each([
  ['#fff', 'light'],
  ['#f4f4f5', 'light'],
  ['#e2e2e2', 'lightish'],
  ['#808080', 'lightish'],
  ['#747474', 'darkish'],
  ['#1768d6', 'darkish'],
  ['#444', 'darkish'],
  ['#3a3a3a', 'dark'],
  ['#000', 'dark'],
  ['oklch(0.21 0.006 285.885)', 'dark'],
  ['oklab(0.967 0.001 0)', 'light'],
  ['oklch(0.55 0.02 257)', 'darkish'],
  ['lab(20 1 1)', 'dark'],
  ['lch(97 1 1)', 'light'],
  ['color(display-p3 0.1 0.1 0.1)', 'dark'],
  ['color(srgb 0.9 0.95 1)', 'light'],
  ['linear-gradient(135deg, #0f172a, #1e1b4b)', 'dark'],
  ['linear-gradient(#fff, #000)', 'lightish'],
] as const)('pageThemeAt a place on %s is %s, in whatever scheme', (background, theme) => {
  root.style.colorScheme = theme === 'light' ? 'dark' : 'light';
  body.style.background = background;
  expect(pageThemeAt(body)).toBe(theme);
});

test.each([
  ['white', 'darkish'],
  ['black', 'lightish'],
] as const)('pageThemeAt a picture with %s text is %s', (color, theme) => {
  body.style.cssText = `color:${color};background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)`;
  expect(pageThemeAt(body)).toBe(theme);
});

test('pageThemeAt sees a ground through what is transparent, half transparent, slotted and in a shadow root', () => {
  body.style.background = '#111';
  body.innerHTML =
    '<article><p style="background:rgb(0 0 0/0)"><i></i></p></article><section style="background:rgb(255 255 255/60%)"></section>';
  const [article, section] = body.children;
  const place = body.querySelector('i');
  if (!article || !section || !place) throw new Error('found no place');
  expect(pageThemeAt(place)).toBe('dark');
  expect(pageThemeAt(section)).toBe('lightish');
  article.attachShadow({ mode: 'open' }).innerHTML =
    '<div style="background:#fafafa"><slot></slot></div><b></b>';
  expect(pageThemeAt(place)).toBe('light');
  expect(pageThemeAt(article.shadowRoot?.querySelector('b') ?? place)).toBe('dark');
});

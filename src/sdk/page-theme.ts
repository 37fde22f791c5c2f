import type { Theme } from '../contract/frame-boot.ts';

/** What `auto` comes to where the wallet stands: the device's wish where the page follows it, else the page's own look. */
export function themeOn(place: Element): Theme {
  const { color, colorScheme } = getComputedStyle(place);
  const schemes = colorScheme === 'normal' ? declaredSchemes() : colorScheme;
  if (schemes.includes('light') && schemes.includes('dark')) return 'auto';
  return schemes.includes('dark') || isPale(color) ? 'dark' : 'light';
}

function declaredSchemes(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content ?? '';
}

/** Pale text stands on a dark page, whether or not the page says that it is one. */
function isPale(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = /^rgb/.test(color) ? (color.match(/[\d.]+/g) ?? []).map(Number) : [];
  return 0.3 * red + 0.6 * green + 0.1 * blue > 128;
}

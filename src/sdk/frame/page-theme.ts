import { isLightOrDark } from '../../contract/frame/frame-address.ts';
import type { Theme } from '../../contract/frame/frame-boot.ts';

/**
 * The page's theme where the wallet stands. A page that follows the device is `auto` to a wallet that follows it too, and
 * what it looks like just now to one that is asked for a theme of its own.
 */
export function themeOn(place: Element, asked?: unknown): Theme {
  const { color, colorScheme } = getComputedStyle(place);
  const schemes = colorScheme === 'normal' ? declaredSchemes() : colorScheme;
  if (schemes.includes('light') && schemes.includes('dark')) {
    if (!isLightOrDark(asked)) return 'auto';
    return matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
  }
  return schemes.includes('dark') || isPale(color) ? 'dark' : 'light';
}

function declaredSchemes(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content ?? '';
}

/** Pale text stands on a dark page, whether or not the page says that it is one. */
function isPale(color: string): boolean {
  // Of a colour that is not of the sRGB kind the numbers are too small to count.
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return 3 * red + 6 * green + blue > 1280;
}

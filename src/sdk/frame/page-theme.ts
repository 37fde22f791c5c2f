import type { Theme } from '../../contract/frame/frame-boot.ts';

/** The page's theme at `place`: `auto` for a page that follows the device. */
export function themeOn(place: Element): Theme {
  const { color, colorScheme } = getComputedStyle(place);
  const schemes = colorScheme === 'normal' ? declaredSchemes() : colorScheme;
  if (schemes.includes('light') && schemes.includes('dark')) return 'auto';
  return schemes.includes('dark') || isPale(color) ? 'dark' : 'light';
}

function declaredSchemes(): string {
  return document.querySelector<HTMLMetaElement>('[name=color-scheme]')?.content ?? '';
}

/** Pale text is on a dark page, whether or not the page declares that. */
function isPale(color: string): boolean {
  // The numbers of a colour outside sRGB are too small to count.
  const [red = 0, green = 0, blue = 0] = Array.from(color.matchAll(/[\d.]+/g), Number);
  return 3 * red + 6 * green + blue > 1280;
}

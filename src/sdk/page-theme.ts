import type { FrameHints } from '../contract/frame-boot.ts';

type Theme = FrameHints['theme'];

/** What `auto` comes to where the wallet stands: a page that declares no dark scheme is light, whatever the device prefers. */
export function themeOn(place: Element, asked: Theme): Theme {
  if (asked !== 'auto') return asked;
  const schemes = getComputedStyle(place).colorScheme;
  if (!schemes.includes('dark')) return 'light';
  return schemes.includes('light') ? 'auto' : 'dark';
}

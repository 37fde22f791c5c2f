import type { PageTheme } from '../../contract/frame/frame-boot.ts';

/** How light a colour looks, 0 to 1: for a grey its share of white. */
type Lightness = number;

/** What is behind the wallet at `place`: the first opaque ground of its ancestors, seen through those that let some through. */
export function pageThemeAt(place: Element): PageTheme {
  const { color, colorScheme } = getComputedStyle(place);
  const isPale = readColor(color)[0] > 0.5;
  let lightness = 0;
  let rest = 1;
  const cover = (layer: Lightness, alpha: number) => {
    lightness += rest * alpha * layer;
    rest *= 1 - alpha;
  };
  for (let at: Element | null = place; at && rest > 0.05; at = parentOf(at)) {
    const { backgroundImage, backgroundColor } = getComputedStyle(at);
    const stops = (backgroundImage.match(/\w+\([^()]+\)/g) ?? []).map(readColor);
    // Nobody knows a picture: the page's text is readable on it.
    if (backgroundImage.includes('url(')) cover(isPale ? 0.3 : 0.8, 1);
    // All stops of a gradient in equal parts.
    let left = stops.length;
    for (const [layer, alpha] of stops) cover(layer, alpha / left--);
    cover(...readColor(backgroundColor));
  }
  // Where nothing has a ground, as below a layer that is no ancestor, the text says most.
  cover(isDarkScheme(colorScheme) || (isPale && rest > 0.9) ? 0.1 : 1, 1);
  if (lightness > 0.9) return 'light';
  if (lightness > 0.46) return 'lightish';
  return lightness > 0.25 ? 'darkish' : 'dark';
}

/** What an element is drawn in: its slot, its parent, or its shadow root's host. */
const parentOf = (at: Element): Element | null =>
  at.assignedSlot ?? at.parentElement ?? Object(at.getRootNode()).host;

/** A computed colour: `rgb(1, 2, 3)`, `color(srgb 0 0 1 / 0.5)`, `oklch(0.2 0.1 20)`, `lab(20 1 1)`. */
function readColor(text: string): [Lightness, alpha: number] {
  const numbers = text
    .split(/[^-\w.]+/)
    .map(Number.parseFloat)
    .filter(Number.isFinite);
  const [first = 0, green = 0, blue = 0, alpha = 1] = numbers;
  if (text[0] === 'o') return [first ** 1.36, alpha];
  if (text[0] === 'l') return [first / 100, alpha];
  return [Math.hypot(0.46 * first, 0.85 * green, 0.26 * blue) / (text[0] === 'r' ? 255 : 1), alpha];
}

function isDarkScheme(scheme: string): boolean {
  const declared = Object(document.querySelector('[name=color-scheme]')).content;
  const schemes = scheme.replace('normal', declared);
  const isEither = schemes.includes('light') && matchMedia('(prefers-color-scheme:light)').matches;
  return schemes.includes('dark') && !isEither;
}

import { cleanup, render } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { Button } from './Button.tsx';
import '../styles.css';

afterEach(() => {
  cleanup();
  document.documentElement.style.removeProperty('--color-accent');
});

/** Red, green and blue from 0 to 1, as the browser paints them. */
function painted(color: string): readonly number[] {
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) throw new Error('Painting a colour: found no canvas');
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => part / 255);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = painted(color).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(['#1768d6', '#ffd400', '#000000', '#ffffff', '#ff7a00', '#767676', '#008000', 'rebeccapurple'])(
  'what is written on the accent %s can be read',
  (accent) => {
    document.documentElement.style.setProperty('--color-accent', accent);
    const { getByRole } = render(<Button class="button button-primary">Save</Button>);
    const { color, backgroundColor } = getComputedStyle(getByRole('button'));
    const [dark = 0, light = 0] = [luminance(color), luminance(backgroundColor)].toSorted((a, b) => a - b);
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5);
  },
);

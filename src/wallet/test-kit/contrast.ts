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

/** From 1 to 21, as WCAG 2 computes it; of opaque colours. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

import type { Page } from '@playwright/test';

export type Pixel = readonly [red: number, green: number, blue: number];

/** What the window shows at these points, in CSS pixels from its corner. */
export async function pixelsAt(
  page: Page,
  points: readonly (readonly [x: number, y: number])[],
): Promise<Pixel[]> {
  const picture = (await page.screenshot({ scale: 'css' })).toString('base64');
  return page.evaluate(
    async ([data, places]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (!canvas) throw new Error('found no canvas');
      canvas.drawImage(image, 0, 0);
      return places.map(([x, y]) => {
        const [red = 0, green = 0, blue = 0] = canvas.getImageData(x, y, 1, 1).data;
        return [red, green, blue] as const;
      });
    },
    [picture, points] as const,
  );
}

/** `rgb(1, 2, 3)` as a pixel. */
export const pixelOf = (color: string): Pixel => {
  const [red = 0, green = 0, blue = 0] = Array.from(color.matchAll(/[\d.]+/g), Number);
  return [red, green, blue];
};

function luminance(pixel: Pixel): number {
  const [red = 0, green = 0, blue = 0] = pixel.map((part) =>
    part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21, as WCAG 2 computes it. */
export function contrast(one: Pixel, other: Pixel): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

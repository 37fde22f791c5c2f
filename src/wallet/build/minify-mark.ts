import { optimize } from 'svgo';

/** Decimals to keep: a 750-unit drawing shown 30 CSS pixels wide needs none. */
const decimals = (svg: string) => (/ viewBox="0 0 750 /.test(svg) ? 0 : 2);

function inFewBytes(svg: string, floatPrecision: number): string {
  const { data } = optimize(svg, {
    multipass: true,
    plugins: [
      {
        name: 'preset-default',
        params: {
          overrides: {
            // Arcs in place of curves would be seen.
            convertPathData: { floatPrecision, makeArcs: { threshold: 0, tolerance: 0 } },
            convertShapeToPath: false,
            mergePaths: { floatPrecision },
          },
        },
      },
    ],
  });
  return data;
}

/** A mark as svgo writes it, with what stands for its frame of reference and its content. */
export function minifyMark(svg: string): string {
  return inFewBytes(svg, decimals(svg))
    .replace(/^<svg[^>]* (viewBox="[^"]*")[^>]*>/, '$1>')
    .replace(/<\/svg>\s*$/, '');
}

/** An outline that is 24 units wide, and shown no more than 70 CSS pixels wide, as svgo writes it. */
export function minifyOutline(path: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}"/></svg>`;
  return / d="([^"]*)"/.exec(inFewBytes(svg, 2))?.[1] ?? '';
}

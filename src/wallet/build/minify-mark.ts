import { optimize } from 'svgo';

/** Decimals to keep: a 750-unit drawing shown 30 CSS pixels wide needs none. */
const decimals = (svg: string) => (/ viewBox="0 0 750 /.test(svg) ? 0 : 2);

function optimizeSvg(svg: string, floatPrecision: number): string {
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

/** A minified mark, reduced to its view box and content. */
export function minifyMark(svg: string): string {
  return optimizeSvg(svg, decimals(svg))
    .replace(/^<svg[^>]* (viewBox="[^"]*")[^>]*>/, '$1>')
    .replace(/<\/svg>\s*$/, '');
}

/** A minified outline, 24 units wide and shown at most 70 CSS pixels wide. */
export function minifyOutline(path: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}"/></svg>`;
  return / d="([^"]*)"/.exec(optimizeSvg(svg, 2))?.[1] ?? '';
}

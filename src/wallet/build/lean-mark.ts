import { optimize } from 'svgo';

/** Of a drawing that is so many units wide and is shown 30 CSS pixels wide: half of a last place is no pixel of any screen. */
const decimals = (svg: string) => (/ viewBox="0 0 750 /.test(svg) ? 0 : 2);

/** A mark as svgo writes it, with what stands for its frame of reference and its content. */
export function leanMark(svg: string): string {
  const floatPrecision = decimals(svg);
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
  return data.replace(/^<svg[^>]* (viewBox="[^"]*")[^>]*>/, '$1>').replace(/<\/svg>\s*$/, '');
}

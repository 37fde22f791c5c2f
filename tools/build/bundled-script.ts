import { rolldown } from 'rolldown';
import { browsers } from './page-bundles.ts';

/** A program of a page, in one file and as small as it gets; `external`: what the page loads itself. */
export async function bundledScript(path: string, external: RegExp[] = []): Promise<string> {
  const bundle = await rolldown({
    input: path,
    external,
    platform: 'browser',
    transform: { target: browsers },
    checks: { pluginTimings: false },
  });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  return output[0].code;
}

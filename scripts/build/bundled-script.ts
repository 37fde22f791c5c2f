import { rolldown } from 'rolldown';

/** A program of a page, in one file and as small as it gets; `external`: what the page loads itself. */
export async function bundledScript(path: string, external: RegExp[] = []): Promise<string> {
  const bundle = await rolldown({
    input: path,
    external,
    platform: 'browser',
    checks: { pluginTimings: false },
  });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  return output[0].code;
}

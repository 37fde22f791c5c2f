import { rolldown } from 'rolldown';
import { browsers } from './page-bundles.ts';

type ScriptForm = {
  /** What the page loads itself. */
  readonly external?: RegExp[];
  /** Default: a module. */
  readonly format?: 'es' | 'iife';
};

/** A program of a page, in one file and as small as it gets. */
export async function bundledScript(
  path: string,
  { external = [], format = 'es' }: ScriptForm = {},
): Promise<string> {
  const bundle = await rolldown({
    input: path,
    external,
    platform: 'browser',
    transform: { target: browsers },
    checks: { pluginTimings: false },
  });
  const { output } = await bundle.generate({ format, minify: true });
  await bundle.close();
  return output[0].code;
}

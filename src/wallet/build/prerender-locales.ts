import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { runnerImport } from 'vite';
import type { LocaleFile } from './locale-files.ts';

export type PrerenderedLocale = LocaleFile & { readonly form: string };

/** Each locale with the wallet's first paint in it, as HTML. */
export async function prerenderLocales(locales: readonly LocaleFile[]): Promise<PrerenderedLocale[]> {
  const { module } = await runnerImport<typeof import('./prerender.ts')>(
    join(import.meta.dirname, 'prerender.ts'),
    { configFile: false, logLevel: 'error', oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } } },
  );
  return locales.map((locale) => {
    const { tag, script } = locale;
    const texts = runInNewContext(`${script}\n;walletTexts[${JSON.stringify(tag)}]`);
    return { ...locale, form: module.prerender({ tag, texts }) };
  });
}

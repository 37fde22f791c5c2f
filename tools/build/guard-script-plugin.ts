import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundledScript } from './bundled-script.ts';
import { minifiedAgain } from './minify-again.ts';

/** Builds `guard.js`, the page guard, beside `sdk.js`: a page includes it by a tag of its own. */
export function guardScript(): Plugin {
  return {
    name: 'guard-script',
    async generateBundle() {
      const path = join(import.meta.dirname, '../../src/sdk/guard/script.ts');
      const source = await minifiedAgain(await bundledScript(path, { format: 'iife' }));
      this.emitFile({ type: 'asset', fileName: 'guard.js', source });
    },
  };
}

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundledScript } from './bundled-script.ts';

const ID = 'virtual:lazy-part';

/**
 * `virtual:lazy-part`: the hash of the SDK's second script, which the first loads when the frame asks for the page's visible area.
 * Both are written in one build, so that they are of one release.
 */
export function lazyPart(): Plugin {
  return {
    name: 'lazy-part',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null;
      const path = join(import.meta.dirname, '../../src/sdk/lazy/script.ts');
      const source = await bundledScript(path, { format: 'iife' });
      if (this.environment.mode === 'build') this.emitFile({ type: 'asset', fileName: 'lazy.js', source });
      const digest = createHash('sha256').update(source).digest('base64');
      return `export const integrity = 'sha256-${digest}';`;
    },
  };
}

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundledScript } from './bundled-script.ts';

const ID = 'virtual:dialogs-script';

/**
 * `virtual:dialogs-script`: the hash of the SDK's second script, which the first loads when the frame asks for dialogs. It is built
 * beside the first, so that both are of one release.
 */
export function dialogsScript(): Plugin {
  return {
    name: 'dialogs-script',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null;
      const path = join(import.meta.dirname, '../../src/sdk/dialogs/script.ts');
      let source = await bundledScript(path, { format: 'iife' });
      // The digest is in the address, and some proxies merge slashes.
      while (digestOf(source).includes('//')) source += '\n';
      if (this.environment.mode === 'build') this.emitFile({ type: 'asset', fileName: 'dialogs.js', source });
      return `export const integrity = 'sha256-${digestOf(source)}';`;
    },
  };
}

function digestOf(source: string): string {
  return createHash('sha256').update(source).digest('base64');
}

import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundledScript } from './bundled-script.ts';

const ID = 'virtual:refused-frame';

/** `virtual:refused-frame`: the script of a refused frame as a text, which the service writes into its answer. */
export function refusedFrame(): Plugin {
  return {
    name: 'refused-frame',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null;
      const script = await bundledScript(join(import.meta.dirname, '../../src/wallet/refused-frame.ts'));
      return `export const script = ${JSON.stringify(script)};`;
    },
  };
}

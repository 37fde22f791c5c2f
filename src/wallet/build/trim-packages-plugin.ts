import cardTypes from 'credit-card-type/dist/lib/card-types.js';
import type { Plugin } from 'vite';

/**
 * Contract takes Troy's ranges from credit-card-type; the other brands' tables stay out of the frame. They are written as texts, as
 * contract has them: for so many numbers made into texts a browser would keep a table of 64 kB.
 */
const troyPatterns = (cardTypes.troy?.patterns ?? []).map((pattern) =>
  Array.isArray(pattern) ? pattern.map(String) : String(pattern),
);
const troyTable = `export default ${JSON.stringify({ troy: { patterns: troyPatterns } })};`;

/** Vite's helper preloads styles of chunks; the frame's chunks have none. */
const plainImport = 'export const __vitePreload = (load) => load();';

const replacements: readonly (readonly [ending: string, code: string])[] = [
  ['credit-card-type/dist/lib/card-types.js', troyTable],
  ['vite/preload-helper.js', plainImport],
];

/** Serves in place of two packages' modules what the frame uses of them. */
export function trimPackages(): Plugin {
  return {
    name: 'wallet-lean-packages',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      return replacements.find(([ending]) => id.endsWith(ending))?.[1] ?? null;
    },
  };
}

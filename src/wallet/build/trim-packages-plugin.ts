import cardTypes from 'credit-card-type/dist/lib/card-types.js';
import type { Plugin } from 'vite';

/**
 * Contract takes Troy's ranges from credit-card-type; this keeps the other brands' tables out of the frame. The ranges are
 * strings, because converting so many numbers makes a browser keep a table of 64 kB.
 */
const troyPatterns = (cardTypes.troy?.patterns ?? []).map((pattern) =>
  Array.isArray(pattern) ? pattern.map(String) : String(pattern),
);
const troyTable = `export default ${JSON.stringify({ troy: { patterns: troyPatterns } })};`;

/** Vite's helper preloads the styles of chunks, but the frame's chunks have none. */
const plainImport = 'export const __vitePreload = (load) => load();';

const replacements: readonly (readonly [ending: string, code: string])[] = [
  ['credit-card-type/dist/lib/card-types.js', troyTable],
  ['vite/preload-helper.js', plainImport],
];

/** Replaces modules of two packages by what the frame uses of them. */
export function trimPackages(): Plugin {
  return {
    name: 'wallet-trim-packages',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      return replacements.find(([ending]) => id.endsWith(ending))?.[1] ?? null;
    },
  };
}

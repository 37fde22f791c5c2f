import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundledScript } from '../bundled-script.ts';
import { GUIDE_FILES } from './guide-files.ts';
import { renderGuide } from './render-guide.ts';

const root = join(import.meta.dirname, '../../..');
const GUIDES = 'virtual:docs-guides';
const SCRIPTS = 'virtual:docs-scripts';
/** Programs of the pages, each bundled into one file. */
const programs = ['docs.js', 'search.js'];

/**
 * What the service's pages are made of beside its own sources: the repository's guides as HTML, and the scripts of the pages
 * as texts. Neither the Markdown library nor a bundler is in the service.
 */
export function docsParts(): Plugin {
  return {
    name: 'docs-parts',
    resolveId: (id) => (id === GUIDES || id === SCRIPTS ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${GUIDES}`) {
        for (const { file } of GUIDE_FILES) this.addWatchFile(join(root, file));
        const guides = GUIDE_FILES.map((guide) =>
          renderGuide(guide, readFileSync(join(root, guide.file), 'utf8')),
        );
        return `export const guides = ${JSON.stringify(guides)};`;
      }
      if (id !== `\0${SCRIPTS}`) return null;
      const texts = await Promise.all(programs.map(async (name) => [name, await bundled(name)] as const));
      return `export const scripts = ${JSON.stringify(Object.fromEntries(texts))};`;
    },
  };
}

const bundled = (name: string) =>
  bundledScript(join(root, 'src/service/site/docs/browser', name), { external: [/^\/docs\//] });

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const TEMPLATE = 'src/inspector/index.html';
const ICON = 'src/inspector/icon.svg';
const SLOT = '<!-- files -->';

/** Writes the inspector's page, which names its script, style and icon by their hashes and holds none of them. */
export function inspectorPage(): Plugin {
  return {
    name: 'inspector-page',
    generateBundle(_options, bundle) {
      const icon = this.emitFile({ type: 'asset', name: 'icon.svg', source: readFileSync(ICON) });
      const files = Object.values(bundle);
      const script = files.find((file) => file.type === 'chunk' && file.isEntry)?.fileName;
      const style = files.find(({ fileName }) => fileName.endsWith('.css'))?.fileName;
      if (script === undefined || style === undefined)
        throw new Error('inspector build: found no script or no style, wanted one of each');
      const tags = [
        `<link rel="icon" href="${this.getFileName(icon)}">`,
        `<link rel="stylesheet" href="${style}">`,
        `<script type="module" src="${script}"></script>`,
      ];
      const source = readFileSync(TEMPLATE, 'utf8').replace(SLOT, tags.join('\n    '));
      this.emitFile({ type: 'asset', fileName: 'index.html', source });
    },
  };
}

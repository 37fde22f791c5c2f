import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { composeFrame } from './compose-frame.ts';
import { compileLocales, readLocales, textsVersionOf } from './locale-files.ts';
import { prerenderLocales } from './prerender-locales.ts';

const walletFolder = join(import.meta.dirname, '..');

/** Builds `frame.html` from the stylesheet, the prerendered form and a loader of the entry, and `frame.json` for the service. */
export function frameDocument(): Plugin {
  return {
    name: 'wallet-frame-document',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const outputs = Object.values(bundle);
        const entry = outputs.find((output) => output.type === 'chunk' && output.isEntry);
        const style = outputs.find(({ fileName }) => fileName.endsWith('.css'));
        if (entry?.type !== 'chunk' || style?.type !== 'asset') {
          throw new Error('Composing the frame document: found no entry or no stylesheet in the bundle');
        }
        const locales = await compileLocales(readLocales(join(walletFolder, 'i18n/locales')));
        const template = readFileSync(join(walletFolder, 'index.html'), 'utf8');
        const { html, manifest } = composeFrame(template, {
          style: String(style.source),
          entry: `./${entry.fileName}`,
          locales: await prerenderLocales(locales),
          textsVersion: textsVersionOf(locales),
        });
        delete bundle[style.fileName];
        this.emitFile({ type: 'asset', fileName: 'frame.html', source: html });
        this.emitFile({ type: 'asset', fileName: 'frame.json', source: JSON.stringify(manifest) });
        for (const { fileName, script } of locales)
          this.emitFile({ type: 'asset', fileName, source: script });
      },
    },
  };
}

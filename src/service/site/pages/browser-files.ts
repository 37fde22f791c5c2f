/// <reference types="vite/types/importMeta.d.ts" />

import { basename } from 'node:path';

const texts = import.meta.glob<string>('./browser/*.{js,css}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Small scripts and styles of the service's own pages, by name. */
export const browserFiles: ReadonlyMap<string, string> = new Map(
  Object.entries(texts).map(([path, text]) => [basename(path), text]),
);

/// <reference types="vite/types/importMeta.d.ts" />

import { basename } from 'node:path';
import { type Migration, migration } from '../../../store/migrations/migration.ts';

const files = import.meta.glob<string>('./*.sql', { query: '?raw', import: 'default', eager: true });

/** In the order of their numbers. */
export function shippedMigrations(): Migration[] {
  return Object.entries(files)
    .map(([path, text]) => migration(basename(path, '.sql'), text))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

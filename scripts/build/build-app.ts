import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { ViteBuilder } from 'vite';
import { allParts } from '../build-parts.mjs';
import { sourceStamp, writeStamp } from '../prepare.mjs';
import { writeBesideBundles } from './beside-bundles.ts';

/**
 * Builds the parts in their order, then what is made of them, and notes of which sources.
 * @param stale names of parts with commas between them, where not all are wanted anew
 */
export async function buildApp({ build, environments }: ViteBuilder, stale?: string): Promise<void> {
  const stamp = sourceStamp();
  const isWhole = stale === undefined;
  const parts = allParts.filter((part) => isWhole || stale.split(',').includes(part));
  if (isWhole) rmSync('dist', { recursive: true, force: true });
  for (const part of parts) {
    const environment = environments[part];
    if (environment) await build(environment);
  }
  if (isWhole)
    execFileSync(process.execPath, ['dist/service/build-template.js', 'dist/service/pgdata.tar.gz']);
  await writeBesideBundles(parts);
  writeStamp(stamp);
}

import type { Core } from '../runtime/core.ts';
import type { BrokenSeal } from '../runtime/in-progress.ts';

/** The most rows kept in memory; more are only counted. */
const MAX_REMEMBERED = 1000;

/**
 * Counts a row whose seal does not match, and keeps it in memory for `recordBrokenSeals`: the caller raises an error next,
 * which rolls its transaction back.
 */
export function noteBrokenSeal({ inProgress, metrics }: Core, seal: BrokenSeal): void {
  const { brokenSeals } = inProgress;
  const name = brokenSealName(seal);
  if (brokenSeals.has(name)) return;
  metrics.sealBroken(seal.of);
  if (brokenSeals.size < MAX_REMEMBERED) brokenSeals.set(name, seal);
}

export function brokenSealName({ of, id }: BrokenSeal): string {
  return `${of} ${id}`;
}

import type { Core } from '../runtime/core.ts';
import type { BrokenSeal } from '../runtime/in-progress.ts';

/** Rows that are remembered at once; more are only counted. */
const MAX_REMEMBERED = 1000;

/**
 * Counts a row whose seal does not match, and holds it for `recordBrokenSeals`: the caller raises next, which rolls
 * back what it writes.
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

import { UsageError } from './usage-error.ts';

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Returns the seconds of a whole number with its unit: `90s`, `15m`, `36h`, `8d`. Raises UsageError. */
export function parseDuration(text: string): number {
  const [, digits, unit] = /^([0-9]{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = Object.entries(UNITS).find(([name]) => name === unit)?.[1];
  if (digits !== undefined && seconds !== undefined) return Number(digits) * seconds;
  throw new UsageError(
    `Cannot read the time '${text}': expected a whole number and a unit, such as 90s, 15m, 36h or 8d`,
  );
}

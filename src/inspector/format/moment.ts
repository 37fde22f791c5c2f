const short = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const withYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** In the reader's time zone, with the year unless it is the current one. */
export function momentText(iso: string): string {
  const at = new Date(iso);
  const isThisYear = at.getFullYear() === new Date().getFullYear();
  return (isThisYear ? short : withYear).format(at);
}

/** To the millisecond, in UTC, as a log has it. */
export function exactText(iso: string): string {
  return `${new Date(iso).toISOString().replace('T', ' ').replace('Z', '')} UTC`;
}

/** A record's `YYYY-MM-DD HH:MM:SS`, which is UTC, as ISO 8601. */
export function isoOf(dateText: string): string {
  return `${dateText.replace(' ', 'T')}Z`;
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** The two largest units: `6 d 4 h`. */
export function spanText(seconds: number): string {
  let secondsLeft = Math.max(0, Math.round(seconds));
  const parts = units.flatMap(([name, size]) => {
    const count = Math.floor(secondsLeft / size);
    secondsLeft -= count * size;
    return count > 0 ? [`${count} ${name}`] : [];
  });
  return parts.length === 0 ? '0 s' : parts.slice(0, 2).join(' ');
}

/** Reads `90s`, `5m`, `8d`, `1h 30m`; null for any other text, also for a number without a unit. */
export function readSpan(text: string): number | null {
  const input = text.trim().toLowerCase();
  if (!/^(\d{1,9}\s*(s|m|min|h|d|w)\s*){1,5}$/.test(input)) return null;
  const sizes: Readonly<Record<string, number>> = { s: 1, m: 60, min: 60, h: 3600, d: 86_400, w: 604_800 };
  const parts = Array.from(input.matchAll(/(\d{1,9})\s*(min|s|m|h|d|w)/g));
  return parts.reduce((sum, [, count = '0', unit = '']) => sum + Number(count) * (sizes[unit] ?? 0), 0);
}

/** "48.5" → 4850, by its digits alone; undefined for what is no amount. All currencies have two digits behind the point. */
export function minorUnits(amount: string): number | undefined {
  const [, whole = '', behind = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  return whole === '' ? undefined : Number(whole + behind.padEnd(2, '0'));
}

/** 4850 → "48.50" */
export function decimalText(units: number): string {
  const digits = String(units).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

type Point = { readonly at: number; readonly value: number };

/** By how much values grow per unit of `at`, by least squares, and the standard error of that. */
export function growth(points: readonly Point[]): { readonly slope: number; readonly error: number } {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(points.map((point) => point.at));
  const value = mean(points.map((point) => point.value));
  const sum = (of: (point: Point) => number) => points.reduce((total, point) => total + of(point), 0);
  const spread = sum((point) => (point.at - at) ** 2);
  const slope = sum((point) => (point.at - at) * (point.value - value)) / spread;
  const left = sum((point) => (point.value - value - slope * (point.at - at)) ** 2);
  return { slope, error: Math.sqrt(left / (points.length - 2) / spread) };
}

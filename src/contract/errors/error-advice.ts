export type Advice = {
  /** What the code means. */
  readonly means: string;
  /** What to do about it. */
  readonly todo: string;
};

export function advice(means: string, todo: string): Advice {
  return { means, todo };
}

/** Chance that can be repeated: the same numbers for the same seed. What runs at the same time still takes turns of its own. */
export type Random = {
  /** From 0 up to 1. */
  next(): number;
  chance(share: number): boolean;
  /** From `least` to `most`. */
  whole(least: number, most: number): number;
  oneOf<Value>(values: readonly [Value, ...Value[]]): Value;
};

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (share) => next() < share,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    oneOf: (values) => values[Math.floor(next() * values.length)] ?? values[0],
  };
}

import { expect, it } from 'vitest';
import { BATTERY } from '../../payments/connectors/conformance/battery.ts';
import type { Bench } from '../../payments/connectors/conformance/bench.ts';

export const LATE_FAILURE = 'tells of a follow-up that ends badly';
export const NEVER_ACTED = 'says that it never acted on a reference';

/** The battery as tests. `unfit`: the cases that are about what the connector does not do, all of them and no other. */
export function testBattery(bench: () => Bench, unfit: readonly string[] = []) {
  it.each(BATTERY.map((each) => [each.name, each] as const))('%s', async (name, { fits, run }) => {
    expect(fits(bench())).toBe(!unfit.includes(name));
    if (fits(bench())) await run(bench());
  });
}

import { afterAll, beforeAll, describe, it } from 'vitest';
import { BATTERY } from '../../payments/connectors/conformance/battery.ts';
import { type SandboxBench, type SandboxBenchOptions, sandboxBench } from './test-kit/sandbox-bench.ts';

const WAYS: readonly (readonly [string, SandboxBenchOptions])[] = [
  ['in its own process', {}],
  ['whose operations end at once', { merchantAccount: 'demo' }],
  ['over a port', { isAtPort: true }],
];

describe.each(WAYS)('sandboxAcquirer, to an acquirer %s', (_way, options) => {
  let bench: SandboxBench;
  beforeAll(async () => {
    bench = await sandboxBench(options);
  });
  afterAll(() => bench.close());

  it.each(BATTERY.map((each) => [each.name, each] as const))('%s', async (_name, { run }) => {
    await run(bench);
  });
});

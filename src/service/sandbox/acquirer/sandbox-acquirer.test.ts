import { afterAll, beforeAll, describe } from 'vitest';
import { NOTIFICATIONS } from '../../payments/connectors/conformance/notifications.ts';
import { LATE_FAILURE, testBattery } from '../../test-kit/acquirers/test-battery.ts';
import { type SandboxBench, type SandboxBenchOptions, sandboxBench } from './test-kit/sandbox-bench.ts';

const AT_ONCE = [LATE_FAILURE, ...NOTIFICATIONS.map(({ name }) => name)];
const WAYS: readonly (readonly [string, SandboxBenchOptions, readonly string[]])[] = [
  ['in its own process', {}, []],
  ['whose operations end at once', { merchantAccount: 'demo' }, AT_ONCE],
  ['over a port', { isAtPort: true }, []],
];

describe.each(WAYS)('sandboxAcquirer, to an acquirer %s', (_way, options, unfit) => {
  let bench: SandboxBench;
  beforeAll(async () => {
    bench = await sandboxBench(options);
  });
  afterAll(() => bench.close());

  testBattery(() => bench, unfit);
});

import { describe, expect, it } from 'vitest';
import { LATE_FAILURE, NEVER_ACTED, testBattery } from '../../../test-kit/acquirers/test-battery.ts';
import { toyBench } from '../../../test-kit/acquirers/toy-bench.ts';
import { AUTHENTICATIONS } from './authentications.ts';
import { BATTERY, type CaseResult, runBattery } from './battery.ts';

async function run(bench: ReturnType<typeof toyBench>) {
  const results: CaseResult[] = [];
  const hasPassed = await runBattery(bench, (result) => results.push(result));
  return {
    hasPassed,
    failed: results.filter(({ result }) => result === 'failed').map(({ name }) => name),
    results,
  };
}

describe('the toy connector', () => {
  testBattery(toyBench, [...AUTHENTICATIONS.map(({ name }) => name), LATE_FAILURE, NEVER_ACTED]);
});

describe('the battery', () => {
  it('has no case twice', () => {
    expect(new Set(BATTERY.map(({ name }) => name)).size).toBe(BATTERY.length);
  });

  it('fails an acquirer that heeds no key', async () => {
    const { hasPassed, failed } = await run(toyBench('key'));
    expect(hasPassed).toBe(false);
    expect(failed).toContain('sale: moves money once where the network doubles the question');
    expect(failed).toContain(
      'sale: says "unknown" where a peer breaks after it acted, and moves money once in all',
    );
    expect(failed).toContain('never moves money for another body under the same key');
  });

  it('fails an acquirer that answers another question by the first answer of its key', async () => {
    const { failed } = await run(toyBench('body'));
    expect(failed).toEqual(['never moves money for another body under the same key']);
  });

  it('fails a connector that believes any notification', async () => {
    const { failed } = await run(toyBench('signature'));
    expect(failed).toContain('refuses a notification that was changed on its way');
  });

  it('fails a connector whose decline has another reason', async () => {
    const { failed } = await run(toyBench('decline'));
    expect(failed).toEqual(['declines with the reason: authorise', 'declines with the reason: sale']);
  });

  it('leaves out what looks into the other side where that is somebody else’s', async () => {
    const { results, hasPassed } = await run({ ...toyBench(), fake: undefined });
    expect(hasPassed).toBe(true);
    expect(results.filter(({ result }) => result === 'skipped').length).toBe(
      BATTERY.filter(({ needsFake }) => needsFake).length,
    );
  });
});

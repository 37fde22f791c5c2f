import { describe, expect, it } from 'vitest';
import { adyenBench } from '../../../test-kit/acquirers/adyen-bench.ts';
import { runConformance } from './run-conformance.ts';

const ENVIRONMENT = {
  ADYEN_API_KEY: 'adyen-api-key',
  ADYEN_MERCHANT_ACCOUNT: 'ShopWithSeveral',
  ADYEN_SEVERAL_CAPTURES: 'ShopWithSeveral',
};

async function run(words: string[], environment: Record<string, string> = ENVIRONMENT) {
  const lines: string[] = [];
  const vendor = adyenBench();
  let asked = 0;
  const code = await runConformance(words, {
    environment,
    print: (line) => lines.push(line),
    fetch: (url, init) => {
      asked += 1;
      return vendor.fetch(url, init);
    },
  });
  return { code, text: lines.join('\n'), asked };
}

describe('runConformance', () => {
  it('says what it would do, and does nothing, without --yes', async () => {
    const { code, text, asked } = await run(['--processor', 'adyen']);
    expect([code, asked]).toEqual([0, 0]);
    expect(text).toContain('This makes payments with test cards at https://checkout-test.adyen.com/v71');
    expect(text).toContain('ShopWithSeveral');
    expect(text).toContain('Nothing was sent');
  });

  it('runs what needs no fake, and says what it left out', async () => {
    const { code, text, asked } = await run(['--processor', 'adyen', '--yes']);
    expect(text).not.toMatch(/^NO /m);
    expect(code).toBe(0);
    expect(asked).toBeGreaterThan(15);
    expect(text).toContain('ok approves: authorise');
    expect(text).toContain('-- moves amounts to the minor unit, in each currency');
  });

  it('exits with 1 where a case failed', async () => {
    const { code, text } = await run(['--processor', 'adyen', '--yes'], {
      ...ENVIRONMENT,
      ADYEN_MERCHANT_ACCOUNT: 'NoShopOfTheVendor',
    });
    expect(code).toBe(1);
    expect(text).toContain('NO approves: authorise');
  });

  it.each([
    ['no processor', [], ENVIRONMENT, "found the processor 'undefined'"],
    ['an unknown word', ['--live'], ENVIRONMENT, '--live'],
    ['no key', ['--processor', 'adyen'], {}, 'ADYEN_API_KEY is not set'],
    ['no account', ['--processor', 'adyen'], { ADYEN_API_KEY: 'k' }, 'ADYEN_MERCHANT_ACCOUNT is not set'],
    [
      'the live system',
      ['--processor', 'adyen', '--yes'],
      { ...ENVIRONMENT, ADYEN_LIVE_PREFIX: 'prefix' },
      'for the test system alone',
    ],
  ])('refuses %s', async (_what, words, environment, message) => {
    const { code, text, asked } = await run(words, environment);
    expect([code, asked]).toEqual([2, 0]);
    expect(text).toContain(message);
  });
});

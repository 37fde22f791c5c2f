import { defineConfig } from 'vitest/config';

/** The tests of the pure parts, for Stryker: no store, no browser, no build. */
export default defineConfig({
  define: { __SDK_VERSION__: '"0"' },
  test: {
    include: [
      'src/service/payments/model/{balance,methods,money,states}.test.ts',
      'src/wallet/card-input/card-verdicts.test.ts',
      'src/contract/cards/card-number.test.ts',
      'src/service/sandbox/processor/authenticate.test.ts',
      'src/service/base/limits/network-of.test.ts',
      'src/service/shoppers/accounts/registered-origins.test.ts',
      'src/server/{order-outcome,verify-callback}.test.ts',
    ],
    tags: [{ name: 'prove' }],
  },
});

const payments = 'src/service/payments/';

/** What each method does, and what meets it in each state. @type {import('./mutations.mjs').MoneyMutation[]} */
export const methodMutations = [
  {
    id: 'billing/methods',
    file: `${payments}model/methods.ts`,
    find: "asks: 'authorise',\n    act: AUTHORISE,\n    successStatus: 'approved',\n  },\n  CHARGE",
    replace: "asks: 'authorise',\n    act: SELL,\n    successStatus: 'approved',\n  },\n  CHARGE",
    tests: [`${payments}model/methods.test.ts`],
  },
  {
    id: 'billing/methods',
    file: `${payments}model/methods.ts`,
    find: "authenticates: true,\n    asks: 'sale'",
    replace: "authenticates: false,\n    asks: 'sale'",
    tests: [`${payments}threeds/challenge.test.ts`],
  },
  {
    id: 'billing/methods',
    file: `${payments}model/methods.ts`,
    find: "return asks === 'sale' || asks === 'capture';",
    replace: "return asks === 'capture';",
    tests: [`${payments}void.test.ts`],
  },
  {
    id: 'billing/needs',
    file: `${payments}model/methods.ts`,
    find: "{ amount: 'required', currency: 'required' }",
    replace: "{ amount: 'required', currency: 'matching' }",
    tests: [`${payments}model/methods.test.ts`],
  },
  {
    id: 'billing/follow-ups',
    file: `${payments}model/methods.ts`,
    find: '      AUTH_3DS: CAPTURE,\n      SALE_3DS: null,',
    replace: '      AUTH_3DS: CAPTURE,\n      SALE_3DS: CAPTURE,',
    tests: [`${payments}model/methods.test.ts`],
  },
  {
    id: 'billing/follow-ups',
    file: `${payments}model/methods.ts`,
    find: "AUTHORISED: 'transaction_not_refundable'",
    replace: "AUTHORISED: 'open'",
    tests: [`${payments}model/methods.test.ts`],
  },
  {
    id: 'billing/follow-ups',
    file: `${payments}model/methods.ts`,
    find: "EXPIRED: 'authorisation_expired'",
    replace: "EXPIRED: 'open'",
    tests: [`${payments}model/methods.test.ts`],
  },
  {
    id: 'billing/follow-ups',
    file: `${payments}model/methods.ts`,
    find: "REFUNDED: 'transaction_not_voidable'",
    replace: "REFUNDED: 'open'",
    tests: [`${payments}model/methods.test.ts`],
  },
  {
    id: 'billing/processor-data',
    file: `${payments}model/methods.ts`,
    find: "failed: 'CD', queued: 'CQ', settled: 'CS'",
    replace: "failed: 'CD', queued: 'CS', settled: 'CQ'",
    tests: [`${payments}model/methods.test.ts`],
  },
  {
    id: 'billing/processor-data',
    file: `${payments}model/methods.ts`,
    find: "queued: 'AV', settled: 'AV'",
    replace: "queued: 'CV', settled: 'CV'",
    tests: [`${payments}model/methods.test.ts`],
  },
  {
    id: 'billing/settlement',
    file: `${payments}model/methods.ts`,
    find: "effect: 'refund',\n  settles: true",
    replace: "effect: 'refund',\n  settles: false",
    tests: [`${payments}model/methods.test.ts`],
  },
];

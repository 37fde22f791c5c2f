/** What an amount may be, what each method does, and the figures and the state of a payment. */
export const modelMutations = {
  'billing/amount': {
    'src/contract/forms/form-values.ts': [
      ['(\\.[0-9]{1,3})?$/,', '(\\.[0-9]{1,3})?/,', 'src/service/payments/model/money.test.ts'],
      ['/^(0|[1-9][0-9]{0,8})(', '/^([0-9]{1,9})(', 'src/service/payments/model/money.test.ts'],
    ],
    'src/service/payments/model/money.ts': [
      ['GBP: 2 };', 'GBP: 0 };', 'src/service/payments/threeds/challenge.test.ts'],
    ],
  },
  'billing/amount-bounds': {
    'src/contract/billing/merchant-settings.ts': [
      [
        '{ smallest: 1, largest: 99_999_999 }',
        '{ smallest: 0, largest: 99_999_999 }',
        'src/service/payments/model/money.test.ts',
      ],
    ],
    'src/service/payments/model/money.ts': [
      [
        'smallest: smallestAmount, largest: largestAmount }',
        'smallest: smallestAmount, largest: AMOUNT_BOUNDS.largest }',
        'src/service/api/routes/billing-refusals.test.ts',
      ],
    ],
    'src/service/payments/start.ts': [
      [
        '  refuseOutOfBounds(merchant.settings, { amount, currency: form.currency });\n',
        '',
        'src/service/api/routes/billing-refusals.test.ts',
      ],
    ],
    'src/service/payments/instant/start-instant-payment.ts': [
      [
        '  refuseOutOfBounds(merchant.settings, row);\n',
        '',
        'src/service/api/routes/billing-refusals.test.ts',
      ],
    ],
  },
  'billing/currency': {
    'src/contract/forms/currencies.ts': [
      ["['USD', 'EUR', 'GBP']", "['USD', 'EUR', 'GBP', 'JPY']", 'src/service/api/routes/billing.test.ts'],
    ],
    'src/service/payments/refuse-other-values.ts': [
      [
        'if (currency === undefined || currency === payment.currency) return;',
        'if (currency === undefined || payment.currency) return;',
        'src/service/payments/follow-up.test.ts',
      ],
    ],
  },
  'billing/capture': {
    'src/service/payments/model/balance.ts': [
      ['captured: amounts.captured + amount,', 'captured: amount,', 'src/service/payments/follow-up.test.ts'],
    ],
  },
  'billing/refund': {
    'src/service/payments/model/balance.ts': [
      ['refunded: refunded + amount,', 'refunded: amount,', 'src/service/payments/follow-up.test.ts'],
    ],
  },
  'billing/authorisation-end': {
    'src/service/payments/model/balance.ts': [
      [
        'authorisationExpiresAt <= now;',
        'authorisationExpiresAt < now;',
        'src/service/payments/follow-up.test.ts',
      ],
      ['settings.authorisationDays * DAY_MS', '7 * DAY_MS', 'src/service/payments/timed-outcomes.test.ts'],
    ],
  },
  'billing/methods': {
    'src/service/payments/model/methods.ts': [
      [
        "processorRequest: 'authorise',\n    effect: AUTHORISE,\n    successStatus: 'approved',\n  },\n  CHARGE",
        "processorRequest: 'authorise',\n    effect: SELL,\n    successStatus: 'approved',\n  },\n  CHARGE",
        'src/service/payments/model/methods.test.ts',
      ],
      [
        "authenticates: true,\n    processorRequest: 'sale'",
        "authenticates: false,\n    processorRequest: 'sale'",
        'src/service/payments/threeds/challenge.test.ts',
      ],
      [
        "return processorRequest === 'sale' || processorRequest === 'capture';",
        "return processorRequest === 'capture';",
        'src/service/payments/void.test.ts',
      ],
    ],
  },
  'billing/follow-ups': {
    'src/service/payments/model/methods.ts': [
      [
        '      AUTH_3DS: CAPTURE,\n      SALE_3DS: null,',
        '      AUTH_3DS: CAPTURE,\n      SALE_3DS: CAPTURE,',
        'src/service/payments/model/methods.test.ts',
      ],
    ],
  },
};

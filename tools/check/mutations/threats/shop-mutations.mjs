/** Controls of shops and their backends. */
export const shopMutations = {
  S69: {
    'src/service/shoppers/sessions/wallet-merchant.ts': [
      [
        'ownMerchantId !== null && ownMerchantId !== merchantId',
        'ownMerchantId !== null && ownMerchantId < 0',
      ],
      ['ownMerchantId === null && !mayPagesName(merchant)', 'ownMerchantId === 0 && !mayPagesName(merchant)'],
    ],
    'src/service/shoppers/accounts/may-pages-name.ts': [
      ["settings.pagesMayName ?? !ref.endsWith('-async')", 'settings.pagesMayName ?? ref.length > 0'],
    ],
    'src/service/payments/threeds/own-challenges.ts': [
      ['if (merchantId === null) return undefined;', 'if (merchantId !== 0) return undefined;'],
    ],
    'src/service/payments/instant/read-instant-payment.ts': [
      ['merchantId === null ? undefined', 'merchantId !== 0 ? undefined'],
    ],
    'src/service/payments/present/record.ts': [['merchant_id: merchant.id', 'merchant_id: 1001']],
    'src/service/payments/model/approval.ts': [
      ['merchantId !== null && merchantId !== merchant.id', 'merchantId !== null && merchantId < 0'],
    ],
  },
  S70: {
    'src/service/payments/model/approval.ts': [
      ['amount <= approvedAmount', 'amount <= approvedAmount + 1'],
      ['form.currency !== approvedCurrency', "form.currency === 'GBP'"],
    ],
    'src/service/payments/instant/end-provider-payment.ts': [
      ['walletSessionId, merchantId, approved,', 'walletSessionId, merchantId,'],
    ],
  },
  S38: {
    'demo/server/checkout-routes.ts': [
      ['drawerNamesMethod && fromDrawer !== undefined', 'fromDrawer !== undefined'],
    ],
  },
  S65: {
    'src/server/order-outcome.ts': [
      [" || kept === 0) return 'failed'", " || kept < 0) return 'failed'"],
      ['const isWhole = kept === authorised && leaving === 0;', 'const isWhole = kept > 0;'],
    ],
  },
  S66: {
    'src/server/order-outcome.ts': [["return isWhole && isDue ? 'paid'", "return isWhole ? 'paid'"]],
    'demo/server/attach-payment.ts': [
      ['  if (!isWhole(order, record)) return', '  if (record.amount < 0) return'],
      ['user.id === record.user_id', 'user.id > 0'],
    ],
  },
  S71: {
    'src/server/order-outcome.ts': [
      ["kept > leaving ? 'surplus' : 'unknown'", "kept > leaving ? 'paid' : 'unknown'"],
      ['return isOurs && record.order_id', 'return record.order_id'],
    ],
    'src/server/give-back.ts': [
      ["['give-back', request.method, transactionID, request.amount].join('-')", 'crypto.randomUUID()'],
    ],
    'demo/server/attach-payment.ts': [
      ["  if (outcome === 'surplus') return giveBackSurplus(shop, now, record);\n", ''],
    ],
    'demo/server/payments.ts': [
      ["outcomeFor(shop, now, record) === 'surplus'", "outcomeFor(shop, now, record) === 'other'"],
    ],
  },
  S72: {
    'demo/server/answers.ts': [
      [
        "!c.req.header('content-type')?.startsWith('application/json')",
        "!c.req.header('content-type')?.includes('a')",
      ],
    ],
    'demo/server/app.ts': [["  app.use('/api/*', bodyLimit({ maxSize: LARGEST_BODY, onError }));\n", '']],
  },
};

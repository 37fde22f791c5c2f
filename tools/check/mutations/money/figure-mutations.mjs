/** What answers, records and callbacks show of the money. */
export const figureMutations = {
  'billing/outcome-and-state': {
    'src/service/payments/present/payment-totals.ts': [
      [
        'refund_pending: text(payment.refundPending)',
        'refund_pending: text(payment.refunded)',
        'src/service/payments/timed-outcomes.test.ts',
      ],
      [
        'remaining: text(remaining(payment))',
        'remaining: text(payment.authorised - payment.captured)',
        'src/service/payments/void.test.ts',
      ],
    ],
  },
  'callbacks/body': {
    'src/service/payments/present/callback-body.ts': [
      [
        'amount: decimalText(operation.amount, payment.currency)',
        'amount: decimalText(payment.authorised, payment.currency)',
        'src/service/payments/present/billing-answer.test.ts',
      ],
    ],
  },
  'callbacks/info': {
    'src/service/payments/present/callback-body.ts': [
      [
        "hasSucceeded ? '1' : '0'",
        "hasSucceeded ? '0' : '1'",
        'src/service/payments/notify-merchant.test.ts',
      ],
    ],
  },
  'billing/amount': {
    'src/service/payments/present/record.ts': [
      [
        'amount: decimalNumber(operation.amount, payment.currency)',
        'amount: decimalNumber(payment.captured, payment.currency)',
        'src/service/payments/present/billing-answer.test.ts',
      ],
    ],
  },
  'billing/settlement': {
    'src/service/payments/present/record.ts': [
      [
        'settlesAt !== null && settlesAt <= core',
        'settlesAt !== null && settlesAt < context',
        'src/service/payments/void.test.ts',
      ],
    ],
  },
  'billing/processor-data': {
    'src/service/payments/present/processor-data.ts': [
      [
        'payment.authorised || operation.amount',
        'operation.amount',
        'src/service/payments/present/billing-answer.test.ts',
      ],
      [
        'CaptureAmount: decimalText(payment.captured, payment.currency)',
        'CaptureAmount: decimalText(operation.amount, payment.currency)',
        'src/service/payments/present/billing-answer.test.ts',
      ],
      [' || isStartMethod(operation.method)', '', 'src/service/payments/present/billing-answer.test.ts'],
    ],
    'src/service/payments/present/billing-answer.ts': [
      [
        '(isMoto(operation.metadata) && {',
        '(isMoto([]) && {',
        'src/service/payments/present/billing-answer.test.ts',
      ],
    ],
    'src/service/payments/model/tx-state.ts': [
      [
        'settlesAt <= now ? txStates.settled',
        'settlesAt < now ? txStates.settled',
        'src/service/payments/present/billing-answer.test.ts',
      ],
      [
        "  if (authentication === 'TIMED_OUT') return '3T';\n",
        '',
        'src/service/payments/present/billing-answer.test.ts',
      ],
      [
        "if (status === 'PENDING') return authentication === 'PENDING' ? '3P' : undefined;",
        "if (status === 'PENDING') return '3P';",
        'src/service/payments/present/billing-answer.test.ts',
      ],
    ],
  },
};

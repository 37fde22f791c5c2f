/** What CHARGE, REFUND and VOID are refused. */
export const followUpMutations = {
  'billing/capture': {
    'src/service/payments/refuse-follow-up.ts': [
      [
        "if (request.amount > bound) throw exceededBound('amount_exceeds_authorised'",
        "if (request.amount > bound + 1) throw exceededBound('amount_exceeds_authorised'",
        'src/service/payments/follow-up.test.ts',
      ],
      [
        '!merchant.settings.multiCapture && payment.capturePending > 0',
        '!merchant.settings.multiCapture && payment.captured > 0',
        'src/service/payments/timed-outcomes.test.ts',
      ],
    ],
  },
  'billing/refund': {
    'src/service/payments/refuse-follow-up.ts': [
      [
        "if (request.amount > bound) throw exceededBound('amount_exceeds_refundable'",
        "if (request.amount >= bound) throw exceededBound('amount_exceeds_refundable'",
        'src/service/payments/follow-up.test.ts',
      ],
      [
        'const newestTime = Math.max(',
        'const newestTime = Math.min(',
        'src/service/payments/follow-up.test.ts',
      ],
      [
        'request.now.getTime() > newestTime',
        'request.now.getTime() >= newestTime',
        'src/service/payments/follow-up.test.ts',
      ],
      ['.length >= MAX_REFUNDS', '.length > MAX_REFUNDS', 'src/service/payments/follow-up.test.ts'],
    ],
    'src/service/payments/payment-history.ts': [
      [
        "method === 'REFUND' && status !== 'FAILURE'",
        "method === 'REFUND'",
        'src/service/payments/follow-up.test.ts',
      ],
      [
        "status === 'SUCCESS' && isCapture",
        "status !== 'PENDING' && isCapture",
        'src/service/payments/follow-up.test.ts',
      ],
    ],
  },
  'billing/transaction-id': {
    'src/service/payments/refuse-follow-up.ts': [
      [
        "referred.method === 'CHARGE' ? captures.filter(({ id }) => id === referred.id) : captures",
        'captures',
        'src/service/payments/follow-up.test.ts',
      ],
      [
        'referred.amount - refundedOf(history, referred)',
        'referred.amount',
        'src/service/payments/follow-up.test.ts',
      ],
      [
        'Math.min(refundable(payment), referred',
        'Math.max(refundable(payment), referred',
        'src/service/payments/follow-up.test.ts',
      ],
    ],
  },
  'billing/void': {
    'src/service/payments/payment-history.ts': [
      ["method === 'VOID' && status === 'SUCCESS'", "method === 'VOID'", 'src/service/payments/void.test.ts'],
    ],
    'src/service/payments/refuse-follow-up.ts': [
      [
        "isVoided(history, referred) && (referred.method === 'CHARGE' || remaining(payment) === 0)",
        'isVoided(history, referred)',
        'src/service/payments/void.test.ts',
      ],
      [
        'referred.settlesAt <= request.now',
        'referred.settlesAt < request.now',
        'src/service/payments/void.test.ts',
      ],
      [
        'refundable(payment) < referred.amount || refundedOf',
        'refundedOf',
        'src/service/payments/void.test.ts',
      ],
      [
        'refundable(payment) < referred.amount || refundedOf(history, referred) > 0',
        'refundable(payment) < referred.amount',
        'src/service/payments/void.test.ts',
      ],
      [
        'if (pending) {',
        'if (pending && payment.capturePending > remaining(payment)) {',
        'src/service/payments/timed-outcomes.test.ts',
      ],
      [
        'if (isVoiding(history)) throw',
        "if (isVoiding(history) && request.method === 'VOID') throw",
        'src/service/payments/timed-outcomes.test.ts',
      ],
      [
        "const isWhole = payment.authentication === 'PENDING' || effect",
        'const isWhole = act',
        'src/service/payments/threeds/challenge.test.ts',
      ],
    ],
    'src/service/payments/refuse-other-values.ts': [
      [
        'minorUnits(form.amount, currency) === amount',
        'minorUnits(form.amount, currency) <= amount',
        'src/service/payments/void.test.ts',
      ],
    ],
  },
};

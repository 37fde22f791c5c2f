/** What follow-ups are refused. */
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
        'src/service/payments/payment-lock.test.ts',
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
    'src/service/payments/locked-payment.ts': [
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
        "original.method === 'CHARGE' ? captures.filter(({ id }) => id === original.id) : captures",
        'captures',
        'src/service/payments/follow-up.test.ts',
      ],
      [
        'original.amount - refundedOf(history, original)',
        'original.amount',
        'src/service/payments/follow-up.test.ts',
      ],
      [
        'Math.min(refundable(payment), original',
        'Math.max(refundable(payment), original',
        'src/service/payments/follow-up.test.ts',
      ],
    ],
  },
  'billing/void': {
    'src/service/payments/locked-payment.ts': [
      ["method === 'VOID' && status === 'SUCCESS'", "method === 'VOID'", 'src/service/payments/void.test.ts'],
    ],
    'src/service/payments/refuse-follow-up.ts': [
      [
        "isVoided(history, original) && (original.method === 'CHARGE' || remaining(payment) === 0)",
        'isVoided(history, original)',
        'src/service/payments/void.test.ts',
      ],
      [
        'original.settlesAt <= request.now',
        'original.settlesAt < request.now',
        'src/service/payments/void.test.ts',
      ],
      [
        'refundable(payment) < original.amount || refundedOf',
        'refundedOf',
        'src/service/payments/void.test.ts',
      ],
      [
        'refundable(payment) < original.amount || refundedOf(history, original) > 0',
        'refundable(payment) < original.amount',
        'src/service/payments/void.test.ts',
      ],
      [
        'if (pending) {',
        'if (pending && payment.capturePending > remaining(payment)) {',
        'src/service/payments/payment-lock.test.ts',
      ],
      [
        'if (isVoiding(history)) throw',
        "if (isVoiding(history) && request.method === 'VOID') throw",
        'src/service/payments/payment-lock.test.ts',
      ],
      [
        "const isWhole = payment.authentication === 'PENDING' || act",
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

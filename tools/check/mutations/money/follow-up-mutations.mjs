/** What CHARGE, REFUND and VOID are refused. */
export const followUpMutations = {
  'billing/capture': {
    'src/service/payments/refuse-follow-up.ts': [
      [
        "if (asked.amount > bound) throw overBound('amount_exceeds_authorised'",
        "if (asked.amount > bound + 1) throw overBound('amount_exceeds_authorised'",
        'src/service/payments/follow-up.test.ts',
      ],
      [
        '!merchant.settings.multiCapture && payment.capturePending > 0',
        '!merchant.settings.multiCapture && payment.captured > 0',
        'src/service/payments/due.test.ts',
      ],
    ],
  },
  'billing/refund': {
    'src/service/payments/refuse-follow-up.ts': [
      [
        "if (asked.amount > bound) throw overBound('amount_exceeds_refundable'",
        "if (asked.amount >= bound) throw overBound('amount_exceeds_refundable'",
        'src/service/payments/follow-up.test.ts',
      ],
      ['const newest = Math.max(', 'const newest = Math.min(', 'src/service/payments/follow-up.test.ts'],
      [
        'asked.now.getTime() > newest',
        'asked.now.getTime() >= newest',
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
        "referred.method === 'CHARGE' ? captures.filter(({ id }) => id === referred.id) : captures",
        'captures',
        'src/service/payments/follow-up.test.ts',
      ],
      [
        'referred.amount - refundedOf(locked, referred)',
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
    'src/service/payments/locked-payment.ts': [
      ["method === 'VOID' && status === 'SUCCESS'", "method === 'VOID'", 'src/service/payments/void.test.ts'],
    ],
    'src/service/payments/refuse-follow-up.ts': [
      [
        "isVoided(locked, referred) && (referred.method === 'CHARGE' || remaining(payment) === 0)",
        'isVoided(locked, referred)',
        'src/service/payments/void.test.ts',
      ],
      [
        'referred.settlesAt <= asked.now',
        'referred.settlesAt < asked.now',
        'src/service/payments/void.test.ts',
      ],
      [
        'refundable(payment) < referred.amount || refundedOf',
        'refundedOf',
        'src/service/payments/void.test.ts',
      ],
      [
        'refundable(payment) < referred.amount || refundedOf(locked, referred) > 0',
        'refundable(payment) < referred.amount',
        'src/service/payments/void.test.ts',
      ],
      [
        'if (payment.capturePending > 0) {',
        'if (payment.capturePending > remaining(payment)) {',
        'src/service/payments/due.test.ts',
      ],
      [
        'if (isVoiding(locked)) throw',
        "if (isVoiding(locked) && asked.method === 'VOID') throw",
        'src/service/payments/due.test.ts',
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

/** The money of a start that waits for its shopper, by 3-D Secure or at a provider. */
export const shopperMutations = {
  'threeds/when': {
    'src/service/sandbox/processor/authenticate.ts': [
      [
        ' && currency === CHALLENGE_AMOUNT.currency',
        '',
        'src/service/sandbox/processor/authenticate.test.ts',
      ],
    ],
  },
  'threeds/time-limits': {
    'src/service/payments/timers.ts': [
      [
        'const SHOPPER_ANSWERS_WITHIN_MS = 15 *',
        'const SHOPPER_ANSWERS_WITHIN_MS = 10 *',
        'src/service/payments/threeds/challenge.test.ts',
      ],
    ],
    'src/service/payments/threeds/end-challenge.ts': [
      [
        'db.with(challengeUpdate, timerDelete)',
        'db.with(challengeUpdate)',
        'src/service/payments/threeds/optimistic-challenges.test.ts',
      ],
    ],
  },
  'threeds/one-end': {
    'src/service/payments/threeds/end-challenge.ts': [
      [
        "if (challenge.status !== 'OPEN') {",
        "if (challenge.status === 'VOIDED') {",
        'src/service/payments/threeds/challenge.test.ts',
      ],
    ],
    'src/service/base/runtime/run-transaction.ts': [
      [
        '(effect) => effects.push(effect)',
        '(effect) => effect()',
        'src/service/payments/threeds/optimistic-challenges.test.ts',
      ],
    ],
    'src/service/payments/record-outcome.ts': [
      [
        'amountsAlreadyApplied ? payment : withImmediateOutcome(followUp, outcome)',
        'withImmediateOutcome(followUp, outcome)',
        'src/service/payments/threeds/challenge.test.ts',
      ],
    ],
  },
  'threeds/reasons': {
    'src/service/payments/model/authentication.ts': [
      [
        "VOIDED: 'cancelled_by_merchant'",
        "VOIDED: 'cancelled_by_cardholder'",
        'src/service/payments/threeds/challenge.test.ts',
      ],
    ],
  },
  'billing/start': {
    'src/service/payments/model/authentication.ts': [
      [
        "return authentication === 'Y' || authentication === 'A';",
        "return authentication === 'Y' || authentication === 'A' || authentication === 'U';",
        'src/service/payments/threeds/challenge.test.ts',
      ],
    ],
    'src/service/payments/ask-processor.ts': [
      [
        'if (authentication !== null && !isPassed(authentication)) {',
        "if (authentication === 'N') {",
        'src/service/payments/threeds/challenge.test.ts',
      ],
    ],
    'src/service/payments/threeds/end-challenge.ts': [
      [
        'answer : core.dependencies.processor.challengeResult(number, answer)',
        'answer : answer',
        'src/service/payments/threeds/challenge.test.ts',
      ],
    ],
    'src/service/payments/model/balance.ts': [
      [
        "return authentication === 'PENDING' || awaitsProvider;",
        "return authentication === 'PENDING';",
        'src/service/api/routes/instant.test.ts',
      ],
    ],
  },
  'instant/time-limit': {
    'src/service/payments/instant/start-instant-payment.ts': [
      [
        'getTime() + SHOPPER_ANSWERS_WITHIN_MS',
        'getTime() + 2 * SHOPPER_ANSWERS_WITHIN_MS',
        'src/service/api/routes/instant.test.ts',
      ],
    ],
  },
  'billing/amount': {
    'src/service/payments/instant/complete-instant-payment.ts': [
      [
        'if (result.amount === row.amount) return;',
        'if (result.amount >= row.amount) return;',
        'src/service/site/routes/provider-channel.test.ts',
      ],
    ],
  },
  'billing/currency': {
    'src/service/payments/instant/complete-instant-payment.ts': [
      ['result.currency !== row.currency || ', '', 'src/service/site/routes/provider-channel.test.ts'],
    ],
  },
  'billing/outcome-and-state': {
    'src/service/payments/instant/end-provider-payment.ts': [
      [
        "and(eq(providerPayments.id, id), eq(providerPayments.status, 'OPEN'))",
        'eq(providerPayments.id, id)',
        'src/service/api/routes/instant.test.ts',
      ],
    ],
    'src/service/payments/instant/start-instant-payment.ts': [
      ['  await endOpenPayments(core, caller.userId);\n', '', 'src/service/api/routes/instant.test.ts'],
    ],
  },
};

/** The money of a start that waits for its shopper, by 3-D Secure or at a provider. */
export const shopperMutations = {
  'threeds/when': {
    'src/service/sandbox/processor/authenticate.ts': [
      [' && currency === CHALLENGED.currency', '', 'src/service/sandbox/processor/authenticate.test.ts'],
    ],
  },
  'threeds/time-limits': {
    'src/service/payments/threeds/open-challenge.ts': [
      [
        'const CHALLENGE_LIVES_MS = 15 *',
        'const CHALLENGE_LIVES_MS = 10 *',
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
        'insertNewFollowUp(context, { ...followUp, operation });',
        'insertNewFollowUp(context, { ...followUp, operation, payment: withImmediateOutcome(followUp, outcome) });',
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
    'src/service/payments/asking/record-reply.ts': [
      [
        'authentication && !isPassed(authentication) ?',
        "authentication === 'N' ?",
        'src/service/payments/threeds/challenge.test.ts',
      ],
    ],
    'src/service/payments/threeds/end-challenge.ts': [
      [
        'answer : context.dependencies.processor.challengeResult(number, answer)',
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
        'getTime() + CHALLENGE_LIVES_MS',
        'getTime() + 2 * CHALLENGE_LIVES_MS',
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
      ['  await endOpenPayments(context, caller.userId);\n', '', 'src/service/api/routes/instant.test.ts'],
    ],
  },
};

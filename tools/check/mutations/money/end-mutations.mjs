/** What the end of an operation writes, what happens in time, and what happens once however often it is asked for. */
export const endMutations = {
  'billing/settlement': {
    'src/service/payments/record-outcome.ts': [
      ['return settles && decision.approved ?', 'return settles ?', 'src/service/payments/void.test.ts'],
      [
        'const SETTLES_AFTER_MS = 86_400_000;',
        'const SETTLES_AFTER_MS = 8_640_000;',
        'src/service/payments/void.test.ts',
      ],
    ],
    'src/service/payments/require-transaction.ts': [
      ["        ne(voiding.status, 'FAILURE'),\n", '', 'src/service/payments/void.test.ts'],
    ],
  },
  'billing/outcome-and-state': {
    'src/service/payments/write-operation.ts': [
      ["      eq(operations.status, 'PENDING'),\n", '', 'src/service/payments/record-outcome.test.ts'],
    ],
  },
  'billing/hold': {
    'src/service/payments/record-outcome.ts': [
      [
        'const amounts = isHeld ? withOutcome(transaction, outcome) : withImmediateOutcome(transaction, outcome);',
        'const amounts = withImmediateOutcome(transaction, outcome);',
        'src/service/payments/timed-outcomes.test.ts',
      ],
    ],
    'src/service/payments/ask-processor.ts': [
      [
        'captured: payment.captured + payment.capturePending,',
        'captured: payment.captured,',
        'src/service/payments/timed-outcomes.test.ts',
      ],
    ],
  },
  'billing/authorisation-end': {
    'src/service/payments/timed-outcomes.ts': [
      [
        '  if (!isAuthorisationOver(payment, at)) return;\n',
        '  if (at) return;\n',
        'src/service/payments/timed-outcomes.test.ts',
      ],
      [
        "METHODS[method].authorisation !== 'ignores'",
        "METHODS[method].authorisation === 'releases'",
        'src/service/payments/timed-outcomes.test.ts',
      ],
      [' || rest === 0) return', ') return', 'src/service/payments/timed-outcomes.test.ts'],
      [
        "METHODS[method].authorisation !== 'ignores'",
        "METHODS[method].authorisation === 'requires'",
        'src/service/payments/timed-outcomes.test.ts',
      ],
      ['closed: payment.closed + rest,', 'closed: rest,', 'src/service/payments/void.test.ts'],
    ],
    'src/service/api/read-transaction.ts': [
      [
        'if (!transaction.isDue) return transaction;',
        'if (transaction) return transaction;',
        'src/service/payments/timed-outcomes.test.ts',
      ],
    ],
  },
  'threeds/one-end': {
    'src/service/payments/timers.ts': [
      [
        'if (isOptimistic(db) && due.length > 1)',
        'if (due.length > 2)',
        'src/service/payments/threeds/optimistic-challenges.test.ts',
      ],
      [
        '.orderBy(asc(timers.dueAt), asc(timers.id))',
        '.orderBy(asc(timers.id))',
        'src/service/payments/threeds/challenge.test.ts',
      ],
    ],
  },
  'requests/idempotency-key': {
    'src/service/api/idempotency/answer-once.ts': [
      [
        'Buffer.compare(requestDigest, request.requestDigest) === 0;',
        'requestDigest.length === request.requestDigest.length;',
        'src/service/api/idempotency/answer-once.test.ts',
      ],
      [
        'const answer = first ?? (await run(core));',
        'const answer = await run(core);',
        'src/service/api/idempotency/answer-once.test.ts',
      ],
      [
        'requestDigest: request.requestDigest, answer });\n',
        'requestDigest: request.requestDigest, answer: { ...answer, status: 200 } });\n',
        'src/service/api/idempotency/answer-once.test.ts',
      ],
    ],
    'src/service/api/idempotency/stored-answers.ts': [
      [
        "      setWhere: lte(storedAnswers.expiresAt, placeholder('now', storedAnswers.expiresAt)),\n",
        '',
        'src/service/payments/optimistic-billing.test.ts',
      ],
    ],
  },
  'billing/start': {
    'src/store/optimistic/locking-query.ts': [
      [
        'where ctid = $1::tid and xmin = $2::xid',
        'where $1::tid is not null and $2::xid is not null',
        'src/service/payments/optimistic-billing.test.ts',
      ],
    ],
    'src/service/vault/redeem-token.ts': [
      [
        "lock: 'update', alsoChecked: [cards]",
        "lock: 'update'",
        'src/service/payments/optimistic-billing.test.ts',
      ],
    ],
    'src/store/optimistic/optimistic-transaction.ts': [
      [
        'isOver || (canHaveStored && !causes.some(isRefusal))',
        'isOver',
        'src/store/optimistic/optimistic-transaction.test.ts',
      ],
      [
        'statements.writes.length > 0 ? refuse() : executor',
        'executor',
        'src/service/test-kit/store/optimistic-transaction.test.ts',
      ],
      [
        '[...statements.conditions, ...statements.writes]',
        'statements.writes',
        'src/service/payments/optimistic-billing.test.ts',
      ],
    ],
    'src/service/base/runtime/run-transaction.ts': [
      ['result ? result.value : ', '', 'src/service/payments/optimistic-billing.test.ts'],
    ],
    'src/service/payments/write-operation.ts': [
      [
        'cardTokens.isSingleUse,\n    );',
        'cardTokens.isSingleUse,\n      cardTokens.keepOnSuccess,\n    );',
        'src/service/payments/bill.test.ts',
      ],
    ],
  },
  'billing/transaction-id': {
    'src/service/api/routes/billing.ts': [
      [
        'transactionId: ownTransactionId(form)',
        'transactionId: undefined',
        'src/service/api/idempotency/answer-once.test.ts',
      ],
    ],
    'src/service/payments/model/billing-forms.ts': [
      [
        "needs.transactionID === 'optional' ?",
        "needs.transactionID === 'required' ?",
        'src/service/api/idempotency/answer-once.test.ts',
      ],
    ],
    'src/service/payments/start.ts': [
      [
        '  if (form.transactionID !== undefined) await refuseUsedTransactionId(core, accountId, form.transactionID);\n',
        '',
        'src/service/payments/bill.test.ts',
      ],
    ],
  },
};

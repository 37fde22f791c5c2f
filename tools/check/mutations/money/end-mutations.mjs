/** What the end of an operation writes, what happens in time, and what happens once however often it is asked for. */
export const endMutations = {
  'billing/settlement': {
    'src/service/payments/end.ts': [
      ['return settles && decision.approved ?', 'return settles ?', 'src/service/payments/void.test.ts'],
      [
        'const SETTLES_AFTER_MS = 86_400_000;',
        'const SETTLES_AFTER_MS = 8_640_000;',
        'src/service/payments/void.test.ts',
      ],
    ],
    'src/service/payments/load.ts': [
      ['        ne(voiding.status, \'FAILURE\'),\n', '', 'src/service/payments/void.test.ts'],
    ],
  },
  'billing/outcome-and-state': {
    'src/service/payments/write-operation.ts': [
      ['      eq(operations.status, \'PENDING\'),\n', '', 'src/service/payments/end.test.ts'],
    ],
  },
  'billing/hold': {
    'src/service/payments/end.ts': [
      [
        'const amounts = isHeld ? withEnd(found, ending) : withImmediateEnd(found, ending);',
        'const amounts = withImmediateEnd(found, ending);',
        'src/service/payments/due.test.ts',
      ],
    ],
    'src/service/payments/ask-processor.ts': [
      [
        'captured: payment.captured + payment.capturePending,',
        'captured: payment.captured,',
        'src/service/payments/due.test.ts',
      ],
    ],
  },
  'billing/authorisation-end': {
    'src/service/payments/timed-ends.ts': [
      [
        '  if (!isAuthorisationOver(payment, at)) return;\n',
        '  if (at) return;\n',
        'src/service/payments/due.test.ts',
      ],
      [' || rest === 0 || payment.capturePending > 0', ' || rest === 0', 'src/service/payments/due.test.ts'],
      [
        ' || rest === 0 || payment.capturePending > 0',
        ' || payment.capturePending > 0',
        'src/service/payments/due.test.ts',
      ],
      ['  if (await isVoiding(context, payment.id)) return;\n', '', 'src/service/payments/due.test.ts'],
      ['closed: payment.closed + rest,', 'closed: rest,', 'src/service/payments/void.test.ts'],
    ],
    'src/service/payments/due.ts': [
      ['if (!found.isDue) return found;', 'if (found) return found;', 'src/service/payments/due.test.ts'],
    ],
  },
  'threeds/one-end': {
    'src/service/payments/timers.ts': [
      [
        'if (isDraft(db) && due.length > 1)',
        'if (due.length > 2)',
        'src/service/payments/threeds/drafted-challenges.test.ts',
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
        'Buffer.compare(fingerprint, request.fingerprint) === 0;',
        'fingerprint.length === request.fingerprint.length;',
        'src/service/api/idempotency/answer-once.test.ts',
      ],
      [
        'const answer = first ?? (await run(inside));',
        'const answer = await run(inside);',
        'src/service/api/idempotency/answer-once.test.ts',
      ],
      [
        'fingerprint: request.fingerprint, answer });\n',
        'fingerprint: request.fingerprint, answer: { ...answer, status: 200 } });\n',
        'src/service/api/idempotency/answer-once.test.ts',
      ],
    ],
    'src/service/api/idempotency/stored-answers.ts': [
      [
        '      setWhere: lte(storedAnswers.expiresAt, placeholder(\'now\', storedAnswers.expiresAt)),\n',
        '',
        'src/service/payments/drafted.test.ts',
      ],
    ],
  },
  'billing/start': {
    'src/store/drafts/locked-reading.ts': [
      [
        'where ctid = $1::tid and xmin = $2::xid',
        'where $1::tid is not null and $2::xid is not null',
        'src/service/payments/drafted.test.ts',
      ],
    ],
    'src/service/vault/redeem-token.ts': [
      ["lock: 'update', alsoChecked: [cards]", "lock: 'update'", 'src/service/payments/drafted.test.ts'],
    ],
    'src/store/drafts/draft.ts': [
      ['isOver || (canHaveStored && !causes.some(isRefusal))', 'isOver', 'src/store/drafts/draft.test.ts'],
      ['kept.writes.length > 0 ? refuse() : asker', 'asker', 'src/service/test-kit/store/draft.test.ts'],
      ['[...kept.conditions, ...kept.writes]', 'kept.writes', 'src/service/payments/drafted.test.ts'],
    ],
    'src/service/base/context/run-transaction.ts': [
      ['drafted ? drafted.value : ', '', 'src/service/payments/drafted.test.ts'],
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
        '  if (form.transactionID !== undefined) await refuseUsedTransactionId(context, accountId, form.transactionID);\n',
        '',
        'src/service/payments/bill.test.ts',
      ],
    ],
  },
};

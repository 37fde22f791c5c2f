const payments = 'src/service/payments/';

/** What happens once, however often it is asked for. @type {import('./mutations.mjs').MoneyMutation[]} */
export const repeatMutations = [
  {
    id: 'requests/idempotency-key',
    file: 'src/service/idempotency/answer-once.ts',
    find: 'if (Buffer.compare(stored.fingerprint, request.fingerprint) === 0) return',
    replace: 'if (stored.fingerprint.length === request.fingerprint.length) return',
    tests: ['src/service/idempotency/answer-once.test.ts'],
  },
  {
    id: 'requests/idempotency-key',
    file: 'src/service/idempotency/answer-once.ts',
    find: 'const answer = first ?? (await run(inside));',
    replace: 'const answer = await run(inside);',
    tests: ['src/service/idempotency/answer-once.test.ts'],
  },
  {
    id: 'requests/idempotency-key',
    file: 'src/service/idempotency/answer-once.ts',
    find: 'fingerprint: request.fingerprint, answer });\n',
    replace: 'fingerprint: request.fingerprint, answer: { ...answer, status: 200 } });\n',
    tests: ['src/service/idempotency/answer-once.test.ts'],
  },
  {
    id: 'requests/idempotency-key',
    file: 'src/service/idempotency/stored-answers.ts',
    find: "      setWhere: lte(storedAnswers.expiresAt, given('now', storedAnswers.expiresAt)),\n",
    replace: '',
    tests: [`${payments}drafted.test.ts`],
  },
  {
    id: 'billing/start',
    file: 'src/store/drafts/locked-reading.ts',
    find: 'where ctid = $1::tid and xmin = $2::xid',
    replace: 'where $1::tid is not null and $2::xid is not null',
    tests: [`${payments}drafted.test.ts`],
  },
  {
    id: 'billing/start',
    file: 'src/service/vault/redeem-token.ts',
    find: "lock: 'update', beside: [cards]",
    replace: "lock: 'update'",
    tests: [`${payments}drafted.test.ts`],
  },
  {
    id: 'billing/start',
    file: 'src/store/drafts/draft.ts',
    find: 'isOver || (canHaveStored && !causes.some(isRefusal))',
    replace: 'isOver',
    tests: ['src/store/drafts/draft.test.ts'],
  },
  {
    id: 'billing/start',
    file: 'src/service/idempotency/answer-once.ts',
    find: 'drafted ? drafted.value : ',
    replace: '',
    tests: [`${payments}drafted.test.ts`],
  },
  {
    id: 'billing/transaction-id',
    file: 'src/service/routes/billing.ts',
    find: 'transactionId: ownTransactionId(form)',
    replace: 'transactionId: undefined',
    tests: ['src/service/idempotency/answer-once.test.ts'],
  },
  {
    id: 'billing/transaction-id',
    file: `${payments}model/billing-forms.ts`,
    find: "needs.transactionID === 'optional' ?",
    replace: "needs.transactionID === 'required' ?",
    tests: ['src/service/idempotency/answer-once.test.ts'],
  },
  {
    id: 'billing/transaction-id',
    file: `${payments}start.ts`,
    find: '  if (form.transactionID !== undefined) await refuseTaken(context, accountId, form.transactionID);\n',
    replace: '',
    tests: [`${payments}bill.test.ts`],
  },
  {
    id: 'billing/start',
    file: `${payments}operation.ts`,
    find: 'cardTokens.isSingleUse,\n    );',
    replace: 'cardTokens.isSingleUse,\n      cardTokens.keepOnSuccess,\n    );',
    tests: [`${payments}bill.test.ts`],
  },
];

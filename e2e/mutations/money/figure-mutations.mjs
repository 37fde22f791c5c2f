const payments = 'src/service/payments/';

/** What answers, records and callbacks show of the money. @type {import('./mutations.mjs').MoneyMutation[]} */
export const figureMutations = [
  {
    id: 'billing/outcome-and-state',
    file: `${payments}present/figures.ts`,
    find: 'refund_pending: text(payment.refundPending)',
    replace: 'refund_pending: text(payment.refunded)',
    tests: [`${payments}due.test.ts`],
  },
  {
    id: 'billing/outcome-and-state',
    file: `${payments}present/figures.ts`,
    find: 'remaining: text(remaining(payment))',
    replace: 'remaining: text(payment.authorised - payment.captured)',
    tests: [`${payments}void.test.ts`],
  },
  {
    id: 'callbacks/body',
    file: `${payments}present/callback-body.ts`,
    find: 'amount: decimalText(operation.amount, payment.currency)',
    replace: 'amount: decimalText(payment.authorised, payment.currency)',
    tests: [`${payments}present/billing-answer.test.ts`],
  },
  {
    id: 'callbacks/info',
    file: `${payments}present/callback-body.ts`,
    find: "hasSucceeded ? '1' : '0'",
    replace: "hasSucceeded ? '0' : '1'",
    tests: [`${payments}notify-merchant.test.ts`],
  },
  {
    id: 'billing/amount',
    file: `${payments}present/record.ts`,
    find: 'amount: decimalNumber(operation.amount, payment.currency)',
    replace: 'amount: decimalNumber(payment.captured, payment.currency)',
    tests: [`${payments}present/billing-answer.test.ts`],
  },
  {
    id: 'billing/settlement',
    file: `${payments}present/record.ts`,
    find: 'settlesAt !== null && settlesAt <= context',
    replace: 'settlesAt !== null && settlesAt < context',
    tests: [`${payments}void.test.ts`],
  },
  {
    id: 'billing/processor-data',
    file: `${payments}present/processor-data.ts`,
    find: 'payment.authorised || operation.amount',
    replace: 'operation.amount',
    tests: [`${payments}present/billing-answer.test.ts`],
  },
  {
    id: 'billing/processor-data',
    file: `${payments}present/processor-data.ts`,
    find: 'CaptureAmount: decimalText(payment.captured, payment.currency)',
    replace: 'CaptureAmount: decimalText(operation.amount, payment.currency)',
    tests: [`${payments}present/billing-answer.test.ts`],
  },
  {
    id: 'billing/processor-data',
    file: `${payments}model/tx-state.ts`,
    find: 'settlesAt <= now ? txStates.settled',
    replace: 'settlesAt < now ? txStates.settled',
    tests: [`${payments}present/billing-answer.test.ts`],
  },
  {
    id: 'billing/processor-data',
    file: `${payments}model/tx-state.ts`,
    find: "  if (authentication === 'TIMED_OUT') return '3T';\n",
    replace: '',
    tests: [`${payments}present/billing-answer.test.ts`],
  },
  {
    id: 'billing/processor-data',
    file: `${payments}model/tx-state.ts`,
    find: "if (status === 'PENDING') return authentication === 'PENDING' ? '3P' : undefined;",
    replace: "if (status === 'PENDING') return '3P';",
    tests: [`${payments}present/billing-answer.test.ts`],
  },
];

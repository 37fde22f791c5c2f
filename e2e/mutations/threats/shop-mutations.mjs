/** @type {import('./mutations.mjs').ThreatMutation[]} */
export const shopMutations = [
  {
    id: 'S38',
    file: 'demo/server/checkout-routes.ts',
    find: 'drawerNamesMethod && fromDrawer !== undefined',
    replace: 'fromDrawer !== undefined',
    test: { file: 'demo/server/app.test.ts', title: 'S38: a page that names the method' },
  },
  {
    id: 'S65',
    file: 'src/server/payment-status.ts',
    find: '  if (kept === 0) return ',
    replace: '  if (kept < 0) return ',
    test: { file: 'src/server/payment-status.test.ts', title: 'S65: paymentStatus is' },
  },
  {
    id: 'S65',
    file: 'demo/server/payments.ts',
    find: "  if (paymentStatus(record) !== 'SUCCESS') return false;\n",
    replace: "  if (record.status !== 'SUCCESS') return false;\n",
    test: { file: 'demo/server/app.test.ts', title: 'S65: an order is not paid by a payment whose money' },
  },
  {
    id: 'S66',
    file: 'demo/server/attach-provider-payment.ts',
    find: '  if (!isWhole(order, record)) return',
    replace: '  if (record.amount < 0) return',
    test: { file: 'demo/server/app.test.ts', title: 'S66: a stranger’s payment of another' },
  },
  {
    id: 'S66',
    file: 'demo/server/attach-provider-payment.ts',
    find: 'user.id === record.user_id',
    replace: 'user.id > 0',
    test: {
      file: 'demo/server/app.test.ts',
      title: 'S66: an order of a user is not touched by what another',
    },
  },
];

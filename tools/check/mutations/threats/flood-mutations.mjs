const service = 'src/service/';
const lanes = `${service}callbacks/lanes.test.ts`;
const retention = `${service}main/retention/retention.test.ts`;

/** @type {import('./mutations.mjs').ThreatMutation[]} */
export const floodMutations = [
  {
    id: 'S34',
    file: `${service}base/runtime/session-streams.ts`,
    find: 'ofNetwork: 192',
    replace: 'ofNetwork: 4_096',
    test: {
      file: `${service}api/http/middleware/open-requests-of-one.test.ts`,
      title: 'S34: 2,120 streams by guest tokens from one address shut out no shopper, there or elsewhere',
    },
  },
  {
    id: 'S34',
    file: `${service}api/http/middleware/request-capacity.ts`,
    find: 'const mustWait = caller.workedOn >= caller.turns;',
    replace: 'const mustWait = caller.isKnown && caller.workedOn >= caller.turns;',
    test: {
      file: `${service}api/http/middleware/open-requests.test.ts`,
      title:
        'S34: limitOpenRequests lets what one network asks without a key wait for its share, and nobody else',
    },
  },
  {
    id: 'S34',
    file: `${service}api/http/middleware/request-room.ts`,
    find: 'makeRoom([holder.caller, all]);',
    replace: "makeRoom([holder.caller]);\n      if (all.open >= all.max) throw overloaded('full');",
    test: {
      file: `${service}api/http/middleware/open-requests-without-key.test.ts`,
      title:
        'S34: limitOpenRequests cuts the oldest that networks leave open without a key, and shuts nobody out',
    },
  },
  {
    id: 'S34',
    file: `${service}api/http/middleware/request-room.ts`,
    find: 'makeRoom([holder.caller, all]);',
    replace: 'makeRoom([all]);',
    test: {
      file: `${service}api/http/middleware/open-requests-without-key.test.ts`,
      title: 'S34: limitOpenRequests cuts the oldest of a network beyond its share, and of no other',
    },
  },
  {
    id: 'S34',
    file: `${service}api/http/middleware/request-room.ts`,
    find: "if (request.isOver || (reason === 'service' && caller.isKnown)) return;",
    replace: 'if (request.isOver) return;',
    test: {
      file: `${service}api/http/middleware/open-requests-without-key.test.ts`,
      title: 'S78: limitOpenRequests cuts no known caller that waits for the service, or is worked on',
    },
  },
  {
    id: 'S34',
    file: `${service}api/http/node-bindings.ts`,
    find: "socket.setMaxListeners(0).once('close', callback);",
    replace: '',
    test: {
      file: `${service}api/http/middleware/open-requests-without-key.test.ts`,
      title: 'S34: limitOpenRequests forgets all answers queued on a connection that closed',
    },
  },
  {
    id: 'S34',
    file: `${service}payments/refuse-follow-up.ts`,
    find: "method !== 'VOID' && history.operations.length >= MAX_OPERATIONS",
    replace: 'history.operations.length >= MAX_OPERATIONS',
    test: {
      file: `${service}payments/follow-up.test.ts`,
      title: 'S34: followUp takes no more than 500 operations of a payment, failed ones included, but a VOID',
    },
  },
  {
    id: 'S50',
    file: `${service}site/policy-reports/read-report.ts`,
    find: 'isOf(baseUrl, report.document) ?',
    replace: 'baseUrl ?',
    test: {
      file: `${service}site/routes/policy-reports.test.ts`,
      title: 'S50: a report of a page that is not ours changes nothing',
    },
  },
  {
    id: 'S50',
    file: `${service}site/policy-reports/report-counts.ts`,
    find: "({ ...kind, blocked: 'other' })",
    replace: "({ page: 'other', directive: 'other', blocked: kind && 'other' })",
    test: {
      file: `${service}site/routes/policy-reports.test.ts`,
      title: 'S50: a flood of made-up reports hides of no real one its page, its directive or its word',
    },
  },
  {
    id: 'S61',
    file: `${service}site/pages/mark-sheets.ts`,
    find: '    if (cache.size >= MAX_KEPT_SHEETS) return files.find(name, encoding);\n',
    replace: '',
    test: {
      file: `${service}site/pages/mark-sheets.test.ts`,
      title: 'S61: markSheets makes no more sheets than it keeps',
    },
  },
  {
    id: 'S68',
    file: `${service}api/routes/instant.ts`,
    find: 'String(caller.userId)',
    replace: 'caller.walletSessionId',
    test: {
      file: `${service}api/http/middleware/rate-limits.test.ts`,
      title: 'S68: lets a user start 60 payments at providers a minute',
    },
  },
  {
    id: 'S68',
    file: `${service}api/http/middleware/authenticate.ts`,
    find: "await countRequest(c, 'refresh-token', token);",
    replace: "await countRequest(c, 'refresh-token', caller.walletSessionId);",
    test: {
      file: `${service}api/http/middleware/rate-limits.test.ts`,
      title: 'S68: lets a wallet session enter 10 cards, and a refresh token send 300 requests a minute',
    },
  },
  {
    id: 'S76',
    file: `${service}callbacks/callback-slots.ts`,
    find: 'page: { ofReceiver: 2, inAll: 20 }',
    replace: 'page: { ofReceiver: MAX_PER_RECEIVER, inAll: MAX_IN_FLIGHT }',
    test: { file: lanes, title: 'S76: behind 3,000 callbacks of payments that guests cancelled' },
  },
  {
    id: 'S76',
    file: `${service}payments/notify-merchant.ts`,
    find: "payment.startedBy === 'page' && payment.failed ? 'page' : 'backend'",
    replace: "payment.startedBy === 'page' ? 'page' : 'backend'",
    test: { file: lanes, title: 'S76: a payment that a page started and a shopper paid is told before' },
  },
  {
    id: 'S76',
    file: `${service}callbacks/callback-pauses.ts`,
    find: "lane === 'page' ? { until: now, pageUntil: end } : { until: end, pageUntil: null }",
    replace: '{ until: end, pageUntil: lane && null }',
    test: { file: lanes, title: 'S76: a receiver that refuses what guests cancelled is not spared a SALE' },
  },
  {
    id: 'S77',
    file: `${service}payments/instant/start-instant-payment.ts`,
    find: 'isAnonymous: start.caller.isGuest,',
    replace: 'isAnonymous: false,',
    test: { file: retention, title: 'S77: 500 guests who pay nothing leave no row behind' },
  },
  {
    id: 'S77',
    file: `${service}main/retention/prune-guests.ts`,
    find: '  await db.delete(users).where(and(isAnyOf(users.id, ids), ...isGone));\n',
    replace: '',
    test: { file: retention, title: 'S77: 500 guests who pay nothing leave no row behind' },
  },
];

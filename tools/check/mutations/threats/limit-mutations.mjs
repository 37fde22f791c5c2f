/** Controls of what a flood takes: counts by network and by key, sockets, bodies and receivers. */
export const limitMutations = {
  S34: {
    'src/service/base/runtime/session-streams.ts': [['ofNetwork: 192', 'ofNetwork: 4_096']],
    'src/service/api/http/middleware/request-capacity.ts': [
      [
        'const mustWait = caller.workedOn >= caller.turns;',
        'const mustWait = caller.isKnown && caller.workedOn >= caller.turns;',
      ],
    ],
    'src/service/api/http/middleware/admission.ts': [
      [
        'admitTo([holder.caller, all]);',
        "admitTo([holder.caller]);\n      if (all.open >= all.max) throw overloaded('full');",
      ],
      ['admitTo([holder.caller, all]);', 'admitTo([all]);'],
      [
        "if (request.isOver || (reason === 'service' && caller.isKnown)) return;",
        'if (request.isOver) return;',
      ],
    ],
    'src/service/api/http/node-bindings.ts': [["socket.setMaxListeners(0).once('close', callback);", '']],
    'src/service/payments/refuse-follow-up.ts': [
      [
        "method !== 'VOID' && history.operations.length >= MAX_OPERATIONS",
        'history.operations.length >= MAX_OPERATIONS',
      ],
    ],
  },
  S50: {
    'src/service/site/policy-reports/read-report.ts': [['isOf(baseUrl, report.document) ?', 'baseUrl ?']],
    'src/service/site/policy-reports/report-counts.ts': [
      [
        "({ ...kind, blocked: 'other' })",
        "({ page: 'other', directive: 'other', blocked: kind && 'other' })",
      ],
    ],
  },
  S61: {
    'src/service/site/pages/mark-sheets.ts': [
      ['    if (cache.size >= MAX_KEPT_SHEETS) return files.find(name, encoding);\n', ''],
    ],
  },
  S68: {
    'src/service/api/routes/instant.ts': [['String(caller.userId)', 'caller.walletSessionId']],
    'src/service/api/http/middleware/authenticate.ts': [
      [
        "await countRequest(c, 'refresh-token', token);",
        "await countRequest(c, 'refresh-token', caller.walletSessionId);",
      ],
    ],
  },
  S76: {
    'src/service/callbacks/callback-slots.ts': [
      ['page: { ofReceiver: 2, inAll: 20 }', 'page: { ofReceiver: MAX_PER_RECEIVER, inAll: MAX_IN_FLIGHT }'],
    ],
    'src/service/payments/notify-merchant.ts': [
      [
        "payment.startedBy === 'page' && payment.failed ? 'page' : 'backend'",
        "payment.startedBy === 'page' ? 'page' : 'backend'",
      ],
    ],
    'src/service/callbacks/callback-pauses.ts': [
      [
        "lane === 'page' ? { until: now, pageUntil: end } : { until: end, pageUntil: null }",
        '{ until: end, pageUntil: lane && null }',
      ],
    ],
  },
  S77: {
    'src/service/payments/instant/start-instant-payment.ts': [
      ['isAnonymous: start.caller.isGuest,', 'isAnonymous: false,'],
    ],
    'src/service/main/retention/prune-guests.ts': [
      ['  await db.delete(users).where(and(isAnyOf(users.id, ids), ...isGone));\n', ''],
    ],
  },
  S73: {
    'src/service/payments/instant/count-start.ts': [
      [
        "if (!isGuest) return [{ limit: 'user-starts', subject: String(userId) }];",
        "if (!isGuest || userId) return [{ limit: 'user-starts', subject: String(userId) }];",
      ],
      ['    if (exceededLimit) throw tooMany(exceededLimit);\n', ''],
      ["      network: 'network-starts',\n", ''],
    ],
    'src/service/base/limits/stored-counts.ts': [
      ['return isBraked && braked ? braked.quota : quota;', 'return braked && !isBraked ? quota : quota;'],
    ],
    'src/service/payments/metadata.ts': [['bytes > SIZE_LIMITS.pageMetadata', 'bytes > SIZE_LIMITS.body']],
  },
  S74: {
    'src/service/api/http/middleware/authenticate.ts': [
      ['await countRequest(c, `key-', 'await countRequest(c, `key-billing` || `'],
      ["if (work === 'billing') await", 'if (work) await'],
    ],
  },
  S75: {
    'src/service/base/limits/network-of.ts': [
      ['const IPV6_PREFIXES = [64, 56, 48] as const;', 'const IPV6_PREFIXES = [64, 64, 64] as const;'],
    ],
    'src/service/vault/card-attempts.ts': [
      ["{ network: 'network-refusals', site: 'site-refusals' }", "{ site: 'site-refusals' }"],
      ["    { limit: 'account-refusals', subject: 'all' },\n", ''],
    ],
  },
  S78: {
    'src/service/api/http/middleware/admission.ts': [
      ["(reason === 'service' && caller.isKnown)", 'caller.isKnown'],
      ['admitTo([...holder.parts, holder.caller]);', 'admitTo([holder.caller]);'],
      [
        "      if (reason === 'body') for (const network of incompleteRequests.add(request)) cutOldest(network);\n",
        '',
      ],
    ],
    'src/service/api/http/middleware/open-requests.ts': [
      ["for: isStream(c) ? 'service' : 'answer'", "for: 'service'"],
    ],
    'src/service/api/http/middleware/request-capacity.ts': [
      [
        '      callers.delete(caller);\n      if (begin) queue.delete(begin);',
        '      if (begin) queue.delete(begin);',
      ],
    ],
    'src/service/api/http/idle-connections.ts': [['    server.closeIdleConnections();\n', '']],
  },
  S79: {
    'src/service/callbacks/egress/send-request.ts': [
      [
        'await Promise.race([expiry, exchange(url, { ...request, deadline, onStatus })])',
        'await exchange(url, { ...request, deadline, onStatus: onStatus || expiry })',
      ],
      ['(partialAnswer() ?? answer)', 'answer'],
    ],
    'src/service/callbacks/egress/read-answer.ts': [
      ['if (!hasHead && headBytes > MAX_HEAD_BYTES)', 'if (!hasHead && headBytes < 0)'],
    ],
  },
};

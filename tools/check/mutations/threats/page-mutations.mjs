/** Controls of pages, sessions, callbacks and the admin API. */
export const pageMutations = {
  S3: {
    'src/service/api/http/middleware/security-headers.ts': [
      [
        "form-action 'none'; frame-ancestors 'none'",
        "form-action 'none'; frame-ancestors *",
        'src/service/api/http/middleware/security-headers.test.ts',
      ],
    ],
  },
  S5: {
    'src/service/shoppers/sessions/connect-wallet.ts': [[' || grant.revokedAt !== null', '']],
  },
  S6: {
    'src/service/shoppers/sessions/access-token.ts': [
      ['    audience,\n    clockTolerance', '    clockTolerance'],
    ],
  },
  S16: {
    'src/service/site/pages/html.ts': [
      [
        'template(texts, ...parts)',
        'template(texts, ...parts.map((part) => (Array.isArray(part) ? part : raw(part))))',
      ],
    ],
  },
  S17: {
    'src/service/shoppers/accounts/registered-origins.ts': [
      ['/^(:[0-9]{1,5})?$/.test(origin.slice(host.length))', 'true'],
    ],
  },
  S26: {
    'src/service/operators/admin/routes/guard.ts': [
      [
        "  return isOwnOrigin && site === 'same-origin';\n",
        "  return isOwnOrigin && site !== 'none';\n",
        'src/service/operators/admin/routes/guard.test.ts',
      ],
      [
        'const isOwnOrigin = origin === undefined || ',
        'const isOwnOrigin = true || ',
        'src/service/operators/admin/routes/guard.test.ts',
      ],
    ],
    'src/service/operators/admin/routes/admin-app.ts': [
      [
        '  app.use(refuseOtherNames(access));\n',
        '',
        'src/service/operators/admin/routes/inspector-pages.test.ts',
      ],
    ],
    'src/service/operators/admin/routes/inspector-pages.ts': [[', "frame-ancestors \'none\'"', '']],
  },
  S29: {
    'src/server/verify-callback.ts': [
      ['  if (Math.abs(age) <= tolerance) return;', '  if (age <= tolerance) return;'],
    ],
  },
  S34: {
    'src/service/api/routes/billing.ts': [['  slot?.release();\n', '']],
  },
  S35: {
    'src/service/callbacks/callback-slots.ts': [
      ['ofKey(slots.accounts, accountKey(target)) >= freeSlots(slots, lane)', 'freeSlots(slots, lane) <= 0'],
    ],
    'src/service/callbacks/attempt-callback.ts': [
      ['copies += 1)\n    await send();', 'copies += 1) void send();'],
    ],
    'src/service/callbacks/egress/name-lookup.ts': [
      [
        '  return async (host, signal) => {\n',
        "  return async (host, signal) => {\n    if (host !== '') return (await import('node:dns/promises')).lookup(host, { all: true });\n",
      ],
    ],
  },
  S37: {
    'src/service/base/exposure.ts': [
      [
        '  const isPublic = !isLoopbackIp(host) || !isLoopback(baseUrl) || !isLoopback(issuerUrl);',
        '  const isPublic = !isLoopback(baseUrl) || !isLoopback(issuerUrl);',
      ],
    ],
  },
  S42: {
    'src/service/shoppers/accounts/require-page-urls.ts': [
      ['if (!notificationUrls.includes(url)) throw urlUnregistered();', ''],
    ],
  },
  S43: {
    'src/service/payments/instant/start-instant-payment.ts': [
      ['  refusePageSwitches(start.metadata);\n', ''],
    ],
  },
  S49: {
    'src/service/operators/audit/verify-chain.ts': [
      ["  if (!equalDigests(row.mac, actMac(context, row))) return 'row_changed';\n", ''],
    ],
    'src/service/operators/audit/seal-acts.ts': [
      ['  if (head && equalDigests(head.mac, headMac(core, head))) return head;', '  if (head) return head;'],
    ],
  },
  S50: {
    'src/service/site/pages/sdk-files.ts': [['row && scriptDigest(row.content, name) === digest ?', 'row ?']],
    'src/service/site/policy-reports/read-report.ts': [
      [
        "return origin === 'null' || origin.length > 128 ? 'other' : redactCardNumbers(origin);",
        'return String(blocked);',
      ],
    ],
  },
  S56: {
    'src/service/operators/admin/payments/follow-up.ts': [
      ['await recordAct(core, by, {', 'await Promise.resolve({'],
      [
        'and(eq(payments.id, paymentId), eq(operations.transactionId, request.transaction_id))',
        'eq(operations.transactionId, request.transaction_id)',
      ],
    ],
  },
  S60: {
    'src/service/operators/admin/sessions/save-test-card.ts': [
      ['isCardNumber(number) && processor.isTestNumber(number)', 'isCardNumber(number)'],
    ],
    'src/service/operators/admin/sessions/user-routes.ts': [
      ["    refusePublic(context, 'save a card for a user');\n", ''],
    ],
  },
  S57: {
    'src/service/operators/admin/inspect/admin-request.ts': [
      ["looksLikeCardNumber(text) ? '[card number]' : text", 'looksLikeCardNumber(text) ? text : text'],
    ],
    'src/service/operators/admin/payments/payment-operation.ts': [['record.token.slice(-4)', 'record.token']],
  },
};

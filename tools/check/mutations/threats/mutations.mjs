import { cardMutations } from './card-mutations.mjs';
import { floodMutations } from './flood-mutations.mjs';
import { keyMutations } from './key-mutations.mjs';
import { limitMutations } from './limit-mutations.mjs';
import { merchantMutations } from './merchant-mutations.mjs';
import { networkMutations } from './network-mutations.mjs';
import { sealMutations } from './seal-mutations.mjs';
import { shopMutations } from './shop-mutations.mjs';
import { socketMutations } from './socket-mutations.mjs';
import { tokenMutations } from './token-mutations.mjs';

/**
 * A control taken away: `find`, which stands once in `file`, becomes `replace`, and `test` must fail.
 * @typedef {{ id: string, file: string, find: string, replace: string, test: { file: string, title: string } }} ThreatMutation
 */

const service = 'src/service/';

/** @type {ThreatMutation[]} */
export const threatMutations = [
  {
    id: 'S3',
    file: `${service}api/http/middleware/security-headers.ts`,
    find: "form-action 'none'; frame-ancestors 'none'",
    replace: "form-action 'none'; frame-ancestors *",
    test: {
      file: `${service}api/http/middleware/security-headers.test.ts`,
      title: 'let nobody frame anything but the wallet, and that by registered origins alone',
    },
  },
  {
    id: 'S5',
    file: `${service}shoppers/sessions/connect-wallet.ts`,
    find: ' || grant.revokedAt !== null',
    replace: '',
    test: {
      file: `${service}api/routes/token.test.ts`,
      title: 'is refused when the refresh token has ended or was revoked',
    },
  },
  {
    id: 'S6',
    file: `${service}shoppers/sessions/access-token.ts`,
    find: '    audience,\n    clockTolerance',
    replace: '    clockTolerance',
    test: {
      file: `${service}shoppers/sessions/access-token.test.ts`,
      title: 'is good for its own audience alone',
    },
  },
  {
    id: 'S16',
    file: `${service}site/pages/html.ts`,
    find: 'template(texts, ...parts)',
    replace: 'template(texts, ...parts.map((part) => (Array.isArray(part) ? part : raw(part))))',
    test: { file: `${service}site/pages/html.test.ts`, title: 'html escapes what is put in' },
  },
  {
    id: 'S17',
    file: `${service}shoppers/accounts/registered-origins.ts`,
    find: '/^(:[0-9]{1,5})?$/.test(origin.slice(host.length))',
    replace: 'true',
    test: {
      file: `${service}shoppers/accounts/registered-origins.test.ts`,
      title: 'isRegisteredOrigin says of "http://localhost.evil.example": false',
    },
  },
  {
    id: 'S26',
    file: `${service}operators/admin/routes/guard.ts`,
    find: "  return isOwnOrigin && site === 'same-origin';\n",
    replace: "  return isOwnOrigin && site !== 'none';\n",
    test: { file: `${service}operators/admin/routes/guard.test.ts`, title: 'guardAdmin refuses' },
  },
  {
    id: 'S26',
    file: `${service}operators/admin/routes/guard.ts`,
    find: 'const isOwnOrigin = origin === undefined || ',
    replace: 'const isOwnOrigin = true || ',
    test: { file: `${service}operators/admin/routes/guard.test.ts`, title: 'guardAdmin refuses' },
  },
  {
    id: 'S26',
    file: `${service}operators/admin/routes/admin-app.ts`,
    find: '  app.use(refuseOtherNames(access));\n',
    replace: '',
    test: {
      file: `${service}operators/admin/routes/inspector-pages.test.ts`,
      title: 'S26: are refused by another host name',
    },
  },
  {
    id: 'S26',
    file: `${service}operators/admin/routes/inspector-pages.ts`,
    find: ', "frame-ancestors \'none\'"',
    replace: '',
    test: {
      file: `${service}operators/admin/routes/inspector-pages.test.ts`,
      title: 'S26: need no token, run their own files alone, and may be framed by nobody',
    },
  },
  {
    id: 'S29',
    file: 'src/server/verify-callback.ts',
    find: '  if (Math.abs(age) <= tolerance) return;',
    replace: '  if (age <= tolerance) return;',
    test: {
      file: 'src/server/verify-callback.test.ts',
      title: 'refuses a timestamp more than five minutes off',
    },
  },
  {
    id: 'S34',
    file: `${service}api/routes/billing.ts`,
    find: '  slot?.release();\n',
    replace: '',
    test: {
      file: `${service}api/http/middleware/open-requests-of-one.test.ts`,
      title: 'S34: 290 slow SALEs of one key shut nobody out',
    },
  },
  {
    id: 'S35',
    file: `${service}callbacks/callback-slots.ts`,
    find: 'ofKey(slots.accounts, accountKey(target)) >= freeSlots(slots, lane)',
    replace: 'freeSlots(slots, lane) <= 0',
    test: {
      file: `${service}callbacks/fair-share.test.ts`,
      title: 'S35: an account whose receivers hang delays nobody else’s first attempt',
    },
  },
  {
    id: 'S35',
    file: `${service}callbacks/attempt-callback.ts`,
    find: 'copies += 1)\n    await send();',
    replace: 'copies += 1) void send();',
    test: {
      file: `${service}callbacks/callback-worker.test.ts`,
      title: 'S35: copies of a callback wait for each other',
    },
  },
  {
    id: 'S35',
    file: `${service}callbacks/egress/name-lookup.ts`,
    find: '  return async (host, signal) => {\n',
    replace:
      "  return async (host, signal) => {\n    if (host !== '') return (await import('node:dns/promises')).lookup(host, { all: true });\n",
    test: {
      file: `${service}callbacks/slow-names.test.ts`,
      title: 'S35: names whose name server never answers',
    },
  },
  {
    id: 'S37',
    file: `${service}base/exposure.ts`,
    find: '  const isPublic = !isLoopbackIp(host) || !isLoopback(baseUrl) || !isLoopback(issuerUrl);',
    replace: '  const isPublic = !isLoopback(baseUrl) || !isLoopback(issuerUrl);',
    test: { file: `${service}main/settings/config.test.ts`, title: 'S37: does not start for what' },
  },
  {
    id: 'S42',
    file: `${service}shoppers/accounts/require-page-urls.ts`,
    find: 'if (!notificationUrls.includes(url)) throw urlUnregistered();',
    replace: '',
    test: {
      file: `${service}api/routes/instant.test.ts`,
      title: 'S42: is told at no other that the page names',
    },
  },
  {
    id: 'S43',
    file: `${service}payments/instant/start-instant-payment.ts`,
    find: '  refusePageSwitches(start.metadata);\n',
    replace: '',
    test: {
      file: `${service}api/routes/instant.test.ts`,
      title: 'S43: a page, which anybody may have written',
    },
  },
  {
    id: 'S49',
    file: `${service}operators/audit/verify-chain.ts`,
    find: "  if (!equalDigests(row.mac, actMac(context, row))) return 'row_changed';\n",
    replace: '',
    test: {
      file: `${service}operators/admin/routes/audit-routes.test.ts`,
      title: 'S49: verification names the row that was edited',
    },
  },
  {
    id: 'S49',
    file: `${service}operators/audit/seal-acts.ts`,
    find: '  if (head && equalDigests(head.mac, headMac(core, head))) return head;',
    replace: '  if (head) return head;',
    test: {
      file: `${service}operators/admin/routes/audit-routes.test.ts`,
      title: 'S49: verification names the row and what was cut off is not covered up by the next act',
    },
  },
  {
    id: 'S50',
    file: `${service}site/pages/sdk-files.ts`,
    find: 'row && scriptDigest(row.content, name) === digest ?',
    replace: 'row ?',
    test: {
      file: `${service}site/routes/pages.test.ts`,
      title: 'of the SDK by their digest are for ever, outlive their release, and are never other bytes',
    },
  },
  {
    id: 'S50',
    file: `${service}site/policy-reports/read-report.ts`,
    find: "return origin === 'null' || origin.length > 128 ? 'other' : redactCardNumbers(origin);",
    replace: 'return String(blocked);',
    test: {
      file: `${service}site/routes/policy-reports.test.ts`,
      title: 'S50: what a page refused is counted and shown, and nothing else of a report is kept',
    },
  },
  {
    id: 'S56',
    file: `${service}operators/admin/payments/follow-up.ts`,
    find: 'await recordAct(core, by, {',
    replace: 'await Promise.resolve({',
    test: {
      file: `${service}operators/admin/payments/payment-routes.test.ts`,
      title: 'S56: moves money as billing does, and is on record as the operator’s',
    },
  },
  {
    id: 'S56',
    file: `${service}operators/admin/payments/follow-up.ts`,
    find: 'and(eq(payments.id, paymentId), eq(operations.transactionId, request.transaction_id))',
    replace: 'eq(operations.transactionId, request.transaction_id)',
    test: {
      file: `${service}operators/admin/payments/payment-routes.test.ts`,
      title: 'S56: is refused by billing’s own rules, and leaves no act',
    },
  },
  {
    id: 'S60',
    file: `${service}operators/admin/sessions/save-test-card.ts`,
    find: 'isCardNumber(number) && processor.isTestNumber(number)',
    replace: 'isCardNumber(number)',
    test: {
      file: `${service}operators/admin/sessions/user-routes.test.ts`,
      title: 'S60: no card is saved for',
    },
  },
  {
    id: 'S60',
    file: `${service}operators/admin/sessions/user-routes.ts`,
    find: "    refusePublic(context, 'save a card for a user');\n",
    replace: '',
    test: {
      file: `${service}operators/admin/sessions/user-routes.test.ts`,
      title: 'S60: no card is saved where others use the service',
    },
  },
  {
    id: 'S57',
    file: `${service}operators/admin/inspect/admin-request.ts`,
    find: "looksLikeCardNumber(text) ? '[card number]' : text",
    replace: 'looksLikeCardNumber(text) ? text : text',
    test: {
      file: `${service}operators/admin/inspect/request-routes.test.ts`,
      title: 'S57: requests show no card, code, key or token, wherever a caller put it',
    },
  },
  {
    id: 'S57',
    file: `${service}operators/admin/payments/payment-operation.ts`,
    find: 'record.token.slice(-4)',
    replace: 'record.token',
    test: {
      file: `${service}operators/admin/payments/payment-routes.test.ts`,
      title:
        'S57: a payment shows its operations, what may follow, and one line of all that happened, and no token',
    },
  },
  ...cardMutations,
  ...floodMutations,
  ...keyMutations,
  ...merchantMutations,
  ...limitMutations,
  ...networkMutations,
  ...sealMutations,
  ...shopMutations,
  ...socketMutations,
  ...tokenMutations,
];

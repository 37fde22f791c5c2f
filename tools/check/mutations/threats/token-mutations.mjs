const service = 'src/service/';

/**
 * Of what a page obtains to bill with.
 * @type {import('./mutations.mjs').ThreatMutation[]}
 */
export const tokenMutations = [
  {
    id: 'S83',
    file: `${service}api/routes/token.ts`,
    find: " && name.toLowerCase() !== 'secretkey'",
    replace: '',
    test: {
      file: `${service}api/routes/token.test.ts`,
      title:
        'S83: may be asked for with headers that a page’s tools add, but never with the secret key or credentials',
    },
  },
  {
    id: 'S33',
    file: `${service}api/http/middleware/authenticate.ts`,
    find: '  if (refreshTokenExpiresAt > clock.now()) return;\n',
    replace: '  if (refreshTokenExpiresAt > new Date(0)) return;\n',
    test: {
      file: `${service}vault/token-life.test.ts`,
      title:
        'S33: a wallet begins nothing once its refresh token has ended, and what it handed over before is billed in its time',
    },
  },
  {
    id: 'S33',
    file: `${service}operators/admin/sessions/revoke-sessions.ts`,
    find: '.set({ expiresAt: now })',
    replace: '.set({ isCvvUsed: true })',
    test: {
      file: `${service}operators/admin/sessions/session-routes.test.ts`,
      title: 'S33: unspent card tokens of a user end with the wallet that an operator ends',
    },
  },
  {
    id: 'S33',
    file: `${service}vault/saved-cards/hand-over-saved-card.ts`,
    find: "life: 'keep-on-success'",
    replace: "life: 'as-long-as-card'",
    test: {
      file: `${service}vault/token-life.test.ts`,
      title:
        'S33: what a page script makes of a refresh token is billed once, soon, for no other and not after the end',
    },
  },
  {
    id: 'S33',
    file: `${service}vault/redeem-token.ts`,
    find: 'if (isAnotherUsers(token, origin, shopper) || hasEnded(token, origin, now))',
    replace: 'if (hasEnded(token, origin, now))',
    test: {
      file: `${service}vault/token-life.test.ts`,
      title: 'S33: a token of another user is answered like an unknown one, to the byte',
    },
  },
  {
    id: 'S33',
    file: `${service}vault/redeem-token.ts`,
    find: 'externalID === undefined ? token.requiresUser : user.externalId !== externalID',
    replace: 'externalID !== undefined && user.externalId !== externalID',
    test: {
      file: `${service}vault/token-life.test.ts`,
      title: 'S33: a token of a saved card that a page has copied pays no order of a guest',
    },
  },
  {
    id: 'S33',
    file: `${service}vault/redeem-token.ts`,
    find: '  if (token.isSingleUse && refreshToken.revokedAt !== null) return true;\n',
    replace: '',
    test: {
      file: `${service}vault/token-life.test.ts`,
      title:
        'S33: a token of a saved card ends with the refresh token of its wallet, other tokens of the user do not',
    },
  },
  {
    id: 'S33',
    file: `${service}shoppers/sessions/require-view.ts`,
    find: 'view === null || view === requested',
    replace: 'view === null || requested',
    test: {
      file: `${service}vault/token-life.test.ts`,
      title: 'S33: a refresh token made for one view MANAGE begins no payment',
    },
  },
  {
    id: 'S44',
    file: `${service}base/seals/card-token.ts`,
    find: 'masterKey.seal(Buffer.from(ccToken), cardTokenContext(row))',
    replace: 'Buffer.from(ccToken)',
    test: {
      file: `${service}vault/token-life.test.ts`,
      title: 'S44: no table, stored answer or callback holds a token in clear, and records show it',
    },
  },
  {
    id: 'S45',
    file: `${service}vault/issue-card-token.ts`,
    find: '    await makeRoom(context, walletSessionId);\n',
    replace: '',
    test: {
      file: `${service}vault/token-life.test.ts`,
      title: 'S45: the tokens of a wallet session are bounded: the oldest that is unspent ends',
    },
  },
  {
    id: 'S45',
    file: `${service}vault/prune-tokens.ts`,
    find: 'and(isUnspent, lte(cardTokens.expiresAt, before))',
    replace: 'and(isUnspent, isNull(cardTokens.id))',
    test: {
      file: `${service}vault/token-life.test.ts`,
      title:
        'S45: the tokens of a wallet session are deleted a day after they ended, unless a payment was begun with them',
    },
  },
  {
    id: 'S53',
    file: `${service}shoppers/sessions/wallet-hint.ts`,
    find: 'return resolveMerchant(context, { accountId, merchantId });',
    replace: 'return (await context.db.select().from(merchants).where(eq(merchants.id, merchantId)))[0];',
    test: {
      file: `${service}api/routes/users.test.ts`,
      title: 'S53: the hint tells nothing of another account’s merchant',
    },
  },
  {
    id: 'S67',
    file: `${service}api/http/form-body.ts`,
    find: '  await c.var.authenticateAgain?.();\n',
    replace: '',
    test: {
      file: `${service}api/http/middleware/authenticate.test.ts`,
      title: 'S67: a body that was held back begins nothing',
    },
  },
  {
    id: 'S67',
    file: `${service}vault/issue-card-token.ts`,
    find: '    if (endedAt !== null && !mayHaveEnded) throw accessTokenInvalid();\n',
    replace: '',
    test: { file: `${service}vault/token-life.test.ts`, title: 'S67: a wallet whose' },
  },
];

/** Controls of what a page obtains to bill with. */
export const tokenMutations = {
  S83: {
    'src/service/api/routes/token.ts': [[" && name.toLowerCase() !== 'secretkey'", '']],
  },
  S33: {
    'src/service/api/http/middleware/authenticate.ts': [
      [
        '  if (refreshTokenExpiresAt > clock.now()) return;\n',
        '  if (refreshTokenExpiresAt > new Date(0)) return;\n',
      ],
    ],
    'src/service/operators/admin/sessions/revoke-sessions.ts': [
      ['.set({ expiresAt: now })', '.set({ isCvvUsed: true })'],
    ],
    'src/service/vault/saved-cards/hand-over-saved-card.ts': [
      ["life: 'keep-on-success'", "life: 'as-long-as-card'"],
    ],
    'src/service/vault/redeem-token.ts': [
      [
        'if (isAnotherUsers(token, origin, shopper) || hasEnded(token, origin, now))',
        'if (hasEnded(token, origin, now))',
      ],
      [
        'externalID === undefined ? token.requiresUser : user.externalId !== externalID',
        'externalID !== undefined && user.externalId !== externalID',
      ],
      ['  if (token.isSingleUse && refreshToken.revokedAt !== null) return true;\n', ''],
    ],
    'src/service/shoppers/sessions/require-view.ts': [
      ['view === null || view === requested', 'view === null || requested'],
    ],
  },
  S44: {
    'src/service/base/seals/card-token.ts': [
      ['masterKey.seal(Buffer.from(ccToken), cardTokenContext(row))', 'Buffer.from(ccToken)'],
    ],
  },
  S45: {
    'src/service/vault/issue-card-token.ts': [['    await makeRoom(context, walletSessionId);\n', '']],
    'src/service/vault/prune-tokens.ts': [
      ['and(isUnspent, lte(cardTokens.expiresAt, before))', 'and(isUnspent, isNull(cardTokens.id))'],
    ],
  },
  S53: {
    'src/service/shoppers/sessions/wallet-hint.ts': [
      [
        'return resolveMerchant(context, { accountId, merchantId });',
        'return (await context.db.select().from(merchants).where(eq(merchants.id, merchantId)))[0];',
      ],
    ],
  },
  S67: {
    'src/service/api/http/form-body.ts': [['  await c.var.authenticateAgain?.();\n', '']],
    'src/service/vault/issue-card-token.ts': [
      ['    if (endedAt !== null && !mayHaveEnded) throw accessTokenInvalid();\n', ''],
    ],
  },
};

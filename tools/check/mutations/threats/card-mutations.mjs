/** Controls of cards, keys and seals: what is stored, how it is bound to its owner, and what output hides. */
export const cardMutations = {
  S14: {
    'src/service/base/card-numbers.ts': [
      ['  return redacted === plainText ? text : redacted;', '  return text;'],
    ],
    'src/service/operators/tracing/spans.ts': [
      ['...addressOf(to), ', "...addressOf(to), 'url.full': to.href, "],
    ],
  },
  S30: {
    'src/service/sandbox/sandbox-token.ts': [
      ['users.isSandbox,\n        eq(cards.numberDigest', 'eq(cards.numberDigest'],
    ],
    'src/service/vault/list-card.ts': [
      [
        'if (one.bin !== other.bin || one.last4 !== other.last4)',
        'if (String(one.numberDigest) !== String(other.numberDigest))',
      ],
    ],
  },
  S31: {
    'src/service/vault/decrypt-card.ts': [
      [
        '  if (!isBoundTo(card.data.bound, encryptedCard) || !isFresh(card.data.bound, context.clock.now()))\n    throw encryptionOutdated();\n',
        '',
      ],
      ['  if (!first) throw encryptionOutdated();\n', '  if (!first) return;\n'],
    ],
  },
  S32: {
    'src/service/vault/payment-method-object.ts': [['!token.isCvvUsed && ', '']],
  },
  S39: {
    'src/service/vault/card-attempts.ts': [
      ['processor.isTestNumber(number);', 'processor.isTestNumber(number) || true;'],
      ["refusals: 'address-refusals',\n", "refusals: 'session-refusals',\n"],
    ],
  },
  S52: {
    'src/service/vault/saved-cards/own-card.ts': [
      ['eq(cards.accountId, accountId), eq(cards.userId, userId), isKnown', 'isKnown'],
      ["  requireView(ownCard.caller, 'MANAGE');\n", ''],
    ],
    'src/service/vault/saved-cards/edit-card.ts': [
      [
        'const attempt = { accountId, walletSessionId, address, number: ',
        'const attempt = { accountId, walletSessionId, address, number: walletSessionId + ',
      ],
      ['    refuseForeign(card, brand);\n', ''],
    ],
  },
  S11: {
    'src/service/shoppers/sessions/refresh-token.ts': [['randomBytes(32)', 'randomBytes(8)']],
  },
  S36: {
    'src/service/operators/key-rotation/rotate-keys.ts': [
      ['  if (rowsLeft === 0) await keyStore.renew();\n', ''],
    ],
  },
  S51: {
    'src/service/main/settings/database-url.ts': [
      ["  url.searchParams.set('sslmode', 'verify-full');\n", ''],
    ],
  },
  S58: {
    'src/service/api/http/exposed-keys.ts': [
      ["    c.req.header('secretKey') === demoSecretKey.text &&\n", ''],
      ["    c.req.header('Sec-Fetch-Site') === 'same-origin' &&\n", ''],
      ["new URL(origin).host === c.req.header('Host')", 'true'],
      ['    !c.var.service.config.exposure.isPublic &&\n', ''],
    ],
  },
  S59: {
    'src/service/operators/backup/restore-backup.ts': [
      ["  if (!equalDigests(digest, Buffer.from(seal.sha256, 'hex'))) throw notOurs();\n", ''],
    ],
    'src/service/operators/backup/read-backup.ts': [[' || !SAFE_NAME.test(below)', '']],
    'src/service/operators/admin/routes/backup-routes.ts': [
      ["    if (c.req.header('Sec-Fetch-Site') !== undefined) throw inspectorForbidden();\n", ''],
    ],
    'src/service/main/cli/backup-commands.ts': [
      ["{ flags: 'wx', mode: 0o600, flush: true }", "{ flags: 'wx', flush: true }"],
    ],
  },
  S80: {
    'src/service/base/seals/intact-rows.ts': [
      ['if (openCardKey(context.masterKey, card, wrappedKey)) return true;', 'return true;'],
    ],
    'src/service/base/seals/card-token.ts': [
      [
        '[row.accountId, hexOf(row.digest), row.userId, row.cardId, row.brand]',
        '[row.accountId, hexOf(row.digest), row.userId, row.brand]',
        'src/service/vault/moved-rows.test.ts',
      ],
      ["row.consumedBy ?? '', ", ''],
    ],
    'src/service/base/seals/payment-seal.ts': [
      ['? equalDigests(seal, paymentSeal(context, payment))', '? true'],
    ],
    'src/service/shoppers/sessions/connect-wallet.ts': [
      [
        '  if (!isIntactRefreshToken(context, grant)) throw refreshTokenInvalid();\n',
        '',
        'src/service/vault/moved-rows.test.ts',
      ],
    ],
    'src/service/operators/key-rotation/reseal.ts': [
      ['  for (const { id } of unownedKeys) await destroyKey({ db, keyStore }, id);\n', ''],
    ],
  },
  S81: {
    'src/service/api/idempotency/stored-answers.ts': [
      ['    body: null,\n    bodyExpiresAt', '    body,\n    bodyExpiresAt'],
    ],
  },
  S82: {
    'src/service/main/cli/parse-command.ts': [
      ['return visible(await task(visibleIo)', 'return (await task(visibleIo)'],
    ],
    'src/service/operators/logs/open-log.ts': [
      ["write(visibleText(redactCardNumbers(line), { keeps: '\\n' }))", 'write(redactCardNumbers(line))'],
    ],
  },
};

const service = 'src/service/';
const moved = `${service}vault/moved-rows.test.ts`;

/** Those of what binds rows to their owners, of what answers keep, and of what output hides. @type {import('./mutations.mjs').ThreatMutation[]} */
export const sealMutations = [
  {
    id: 'S80',
    file: `${service}base/seals/intact-rows.ts`,
    find: 'if (openCardKey(context.masterKey, card, wrappedKey)) return true;',
    replace: 'return true;',
    test: { file: moved, title: 'that is moved to a shopper by SQL is neither listed' },
  },
  {
    id: 'S80',
    file: `${service}base/seals/card-token.ts`,
    find: '[row.accountId, hexOf(row.digest), row.userId, row.cardId, row.brand]',
    replace: '[row.accountId, hexOf(row.digest), row.userId, row.brand]',
    test: {
      file: moved,
      title: 'whose token is moved to another card of the same user bills that one no more',
    },
  },
  {
    id: 'S80',
    file: `${service}base/seals/card-token.ts`,
    find: "row.consumedBy ?? '', ",
    replace: '',
    test: { file: moved, title: 'a token that was used is not used again' },
  },
  {
    id: 'S80',
    file: `${service}base/seals/payment-seal.ts`,
    find: '? equalDigests(seal, paymentSeal(context, payment))',
    replace: '? true',
    test: { file: moved, title: 'is not billed by a challenge that was moved to it while it was open' },
  },
  {
    id: 'S80',
    file: `${service}shoppers/sessions/connect-wallet.ts`,
    find: '  if (!isIntactRefreshToken(context, grant)) throw refreshTokenInvalid();\n',
    replace: '',
    test: { file: moved, title: 'is not opened by a refresh token that was moved to its user' },
  },
  {
    id: 'S80',
    file: `${service}operators/key-rotation/reseal.ts`,
    find: '  for (const { id } of unownedKeys) await destroyKey({ db, keyStore }, id);\n',
    replace: '',
    test: {
      file: `${service}operators/key-rotation/former-rows.test.ts`,
      title: 'S80: a row of a version before that is put back after the upgrade opens nothing',
    },
  },
  {
    id: 'S81',
    file: `${service}api/idempotency/stored-answers.ts`,
    find: '    body: null,\n    bodyExpiresAt',
    replace: '    body,\n    bodyExpiresAt',
    test: {
      file: `${service}api/idempotency/sealed-answers.test.ts`,
      title: 'S81: the store holds no box’s capability after a challenge with a transactionID',
    },
  },
  {
    id: 'S82',
    file: `${service}main/cli/parse-command.ts`,
    find: 'return visible(await task(visibleIo)',
    replace: 'return (await task(visibleIo)',
    test: {
      file: `${service}main/cli/unseen-characters.test.ts`,
      title: 'S82: no command passes on to a terminal',
    },
  },
  {
    id: 'S82',
    file: `${service}operators/logs/open-log.ts`,
    find: "write(visibleText(redactCardNumbers(line), { keeps: '\\n' }))",
    replace: 'write(redactCardNumbers(line))',
    test: {
      file: `${service}main/cli/unseen-characters.test.ts`,
      title: 'S82: a log line shows what would not be seen',
    },
  },
];

const service = 'src/service/';

/** Those of what a card's number, code and list keep. @type {import('./mutations.mjs').ThreatMutation[]} */
export const cardMutations = [
  {
    id: 'S14',
    file: `${service}base/card-numbers.ts`,
    find: '  return redacted === plainText ? text : redacted;',
    replace: '  return text;',
    test: {
      file: `${service}operators/logs/open-log.test.ts`,
      title: 'openLog blanks a card number wherever it got in',
    },
  },
  {
    id: 'S14',
    file: `${service}operators/tracing/spans.ts`,
    find: '...addressOf(to), ',
    replace: "...addressOf(to), 'url.full': to.href, ",
    test: { file: `${service}operators/tracing/spans.test.ts`, title: 'S14: spans hold no card' },
  },
  {
    id: 'S30',
    file: `${service}sandbox/sandbox-token.ts`,
    find: 'users.isSandbox,\n        eq(cards.numberDigest',
    replace: 'eq(cards.numberDigest',
    test: {
      file: `${service}vault/number-oracle.test.ts`,
      title: 'S30: a secret key learns nothing from the follow-ups of a card that a wallet handed over',
    },
  },
  {
    id: 'S30',
    file: `${service}vault/list-card.ts`,
    find: 'if (one.bin !== other.bin || one.last4 !== other.last4)',
    replace: 'if (String(one.fingerprint) !== String(other.fingerprint))',
    test: {
      file: `${service}vault/number-oracle.test.ts`,
      title: 'S30: who saves a guess beside a saved card reads the same whether its number is the stored one',
    },
  },
  {
    id: 'S31',
    file: `${service}vault/decrypt-card.ts`,
    find: '  if (!isBoundTo(card.data.bound, encryptedCard) || !isFresh(card.data.bound, context.clock.now()))\n    throw encryptionOutdated();\n',
    replace: '',
    test: {
      file: `${service}vault/card-replay.test.ts`,
      title: 'S31: a recorded card gives no other wallet a token',
    },
  },
  {
    id: 'S31',
    file: `${service}vault/decrypt-card.ts`,
    find: '  if (!first) throw encryptionOutdated();\n',
    replace: '  if (!first) return;\n',
    test: {
      file: `${service}vault/card-replay.test.ts`,
      title: 'S31: a recorded card is taken once by all processes of a store',
    },
  },
  {
    id: 'S32',
    file: `${service}vault/payment-method-object.ts`,
    find: '!token.isCvvUsed && ',
    replace: '',
    test: {
      file: `${service}vault/card-replay.test.ts`,
      title: 'S32: a logged encrypted_cvv serves no other token, card, session or merchant',
    },
  },
  {
    id: 'S39',
    file: `${service}vault/card-attempts.ts`,
    find: 'processor.isTestNumber(number);',
    replace: 'processor.isTestNumber(number) || true;',
    test: {
      file: `${service}api/http/middleware/rate-limits.test.ts`,
      title: 'S39: takes one number five times an hour at one account, whoever and wherever',
    },
  },
  {
    id: 'S39',
    file: `${service}vault/card-attempts.ts`,
    find: "refusals: 'address-refusals',\n",
    replace: "refusals: 'session-refusals',\n",
    test: {
      file: `${service}api/http/middleware/rate-limits.test.ts`,
      title: 'S39: leaves the neighbours alone of a shopper who typed wrong five times',
    },
  },
  {
    id: 'S52',
    file: `${service}vault/saved-cards/own-card.ts`,
    find: 'eq(cards.accountId, accountId), eq(cards.userId, userId), isKnown',
    replace: 'isKnown',
    test: {
      file: `${service}vault/saved-cards/edit-card.test.ts`,
      title: 'S52: a token of the other view, user',
    },
  },
  {
    id: 'S52',
    file: `${service}vault/saved-cards/own-card.ts`,
    find: "  requireView(ownCard.caller, 'MANAGE');\n",
    replace: '',
    test: {
      file: `${service}vault/saved-cards/edit-card.test.ts`,
      title: 'S52: a token of the other view, user',
    },
  },
  {
    id: 'S52',
    file: `${service}vault/saved-cards/edit-card.ts`,
    find: 'const attempt = { accountId, walletSessionId, address, number: ',
    replace: 'const attempt = { accountId, walletSessionId, address, number: walletSessionId + ',
    test: {
      file: `${service}vault/saved-cards/edit-card.test.ts`,
      title: 'S52: expiries of one stored card are guessed five times an hour',
    },
  },
  {
    id: 'S52',
    file: `${service}vault/saved-cards/edit-card.ts`,
    find: '    refuseForeign(card, brand);\n',
    replace: '',
    test: {
      file: `${service}vault/saved-cards/edit-card.test.ts`,
      title: 'S52: an edit changes expiry and network alone',
    },
  },
];

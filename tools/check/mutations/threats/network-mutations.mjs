/** Controls of what strangers reach, read and serve. */
export const networkMutations = {
  S40: {
    'src/service/callbacks/egress/egress-rules.ts': [["  'fd20:ce::/32',\n", '']],
  },
  S41: {
    'src/service/main/app.ts': [
      ["  app.use(except(['/healthz', '/readyz'], refuseOtherHosts(context.config.baseUrl)));\n", ''],
    ],
  },
  S46: {
    'src/store/random-id.ts': [
      ['randomInt(SMALLEST, BEYOND)', 'SMALLEST + Math.floor(performance.now() * 1000)'],
    ],
    'src/service/payments/write-operation.ts': [
      ['followUp.payment.lastLog + 1', 'followUp.payment.lastLog + Math.ceil(performance.now())'],
    ],
    'src/service/shoppers/session-events/publish-session-event.ts': [
      ['.lastSeq} + 1`', '.lastSeq} * 0 + (select max(other.last_seq) + 1 from wallet_sessions other)`'],
    ],
  },
  S47: {
    'tools/check/gates/layout.mjs': [["path !== '' && !integrity && !link", "path !== '' && link === false"]],
    'tools/build/prepare.mjs': [
      ['  if (!/^npm (?:error|ERR!) code EUSAGE$/m.test(stderr)) return false;\n', ''],
    ],
  },
  S48: {
    'src/service/site/pages/strict-policy.ts': [
      ['    "trusted-types \'none\'",\n', ''],
      ['    "trusted-types \'none\'",\n', '', 'src/service/site/routes/pages.test.ts'],
    ],
  },
  S64: {
    'src/service/site/routes/frame.ts': [['policyHash(script)', '"\'unsafe-inline\'"']],
  },
  S55: {
    'src/service/main/cli/listen.ts': [[" || request.headers.has('Origin')", '']],
  },
};

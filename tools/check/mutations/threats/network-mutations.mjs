const service = 'src/service/';

/** Those of what strangers reach, read and serve. @type {import('./mutations.mjs').ThreatMutation[]} */
export const networkMutations = [
  {
    id: 'S40',
    file: `${service}callbacks/egress/egress-rules.ts`,
    find: "  'fd20:ce::/32',\n",
    replace: '',
    test: {
      file: `${service}callbacks/egress/egress-rules.test.ts`,
      title: 'S40: no profile lets a name resolve to',
    },
  },
  {
    id: 'S41',
    file: `${service}main/app.ts`,
    find: "  app.use(except(['/healthz', '/readyz'], refuseOtherHosts(context.config.baseUrl)));\n",
    replace: '',
    test: {
      file: `${service}api/http/middleware/refuse-other-hosts.test.ts`,
      title: 'S41: a request for the host evil.example is refused before anything else',
    },
  },
  {
    id: 'S46',
    file: 'src/store/random-id.ts',
    find: 'randomInt(SMALLEST, BEYOND)',
    replace: 'SMALLEST + Math.floor(performance.now() * 1000)',
    test: {
      file: `${service}main/ids-reveal-nothing.test.ts`,
      title: 'S46: the ids of users and cards do not count what other accounts sell',
    },
  },
  {
    id: 'S46',
    file: `${service}payments/write-operation.ts`,
    find: 'followUp.payment.lastLog + 1',
    replace: 'followUp.payment.lastLog + Math.ceil(performance.now())',
    test: {
      file: `${service}main/ids-reveal-nothing.test.ts`,
      title: 'S46: the log of a payment is the same whatever others do, and rises',
    },
  },
  {
    id: 'S46',
    file: `${service}shoppers/session-events/publish-session-event.ts`,
    find: '.lastSeq} + 1`',
    replace: '.lastSeq} * 0 + (select max(other.last_seq) + 1 from wallet_sessions other)`',
    test: {
      file: `${service}main/ids-reveal-nothing.test.ts`,
      title: 'S46: the events of a page do not count what other pages hear',
    },
  },
  {
    id: 'S47',
    file: 'tools/check/gates/layout.mjs',
    find: "path !== '' && !integrity && !link",
    replace: "path !== '' && link === false",
    test: {
      file: 'tools/check/gates/gates.test.mjs',
      title: 'S47: layout refuses a package of the lock file that nobody can verify',
    },
  },
  {
    id: 'S47',
    file: 'tools/build/prepare.mjs',
    find: '  if (!/^npm (?:error|ERR!) code EUSAGE$/m.test(stderr)) return false;\n',
    replace: '',
    test: {
      file: 'tools/check/gates/gates.test.mjs',
      title:
        'S47: an installation that npm ci refuses for another reason than the lock is not tried unlocked',
    },
  },
  {
    id: 'S48',
    file: `${service}site/pages/strict-policy.ts`,
    find: '    "trusted-types \'none\'",\n',
    replace: '',
    test: {
      file: `${service}sandbox/issuer/provider-sheets.test.ts`,
      title: 'providerSheets shows what the service has on record, runs nothing and may be framed by nobody',
    },
  },
  {
    id: 'S48',
    file: `${service}site/pages/strict-policy.ts`,
    find: '    "trusted-types \'none\'",\n',
    replace: '',
    test: {
      file: `${service}site/routes/pages.test.ts`,
      title: 'runs only what the build put in, and only in registered origins',
    },
  },
  {
    id: 'S64',
    file: `${service}site/pages/refused-frame.ts`,
    find: 'policyHash(script)',
    replace: '"\'unsafe-inline\'"',
    test: {
      file: `${service}site/routes/pages.test.ts`,
      title: 'S64: is refused in a browser by a document that any page may frame',
    },
  },
  {
    id: 'S55',
    file: `${service}main/cli/listen.ts`,
    find: " || request.headers.has('Origin')",
    replace: '',
    test: {
      file: `${service}main/cli/payment-commands.test.ts`,
      title: 'S55: listen passes on nothing that a web page sends',
    },
  },
];

const service = 'src/service/';
const floods = `${service}base/limits/starts-of-guests.test.ts`;
const testing = `${service}base/limits/card-testing.test.ts`;
const quotas = `${service}base/limits/key-quotas.test.ts`;

/** Those of what is counted by networks and by secret keys. @type {import('./mutations.mjs').ThreatMutation[]} */
export const limitMutations = [
  {
    id: 'S73',
    file: `${service}payments/instant/count-start.ts`,
    find: "if (!isGuest) return [{ limit: 'user-starts', subject: String(userId) }];",
    replace: "if (!isGuest || userId) return [{ limit: 'user-starts', subject: String(userId) }];",
    test: { file: floods, title: 'S73: 16 guests of one address start 120 payments at providers an hour' },
  },
  {
    id: 'S73',
    file: `${service}payments/instant/count-start.ts`,
    find: '    if (exceededLimit) throw tooMany(exceededLimit);\n',
    replace: '',
    test: { file: floods, title: 'S73: of two starts that find one place left one is undone' },
  },
  {
    id: 'S73',
    file: `${service}payments/instant/count-start.ts`,
    find: "      network: 'network-starts',\n",
    replace: '',
    test: { file: floods, title: 'S73: the addresses of an IPv4 /24 together start 600 an hour' },
  },
  {
    id: 'S73',
    file: `${service}base/limits/stored-counts.ts`,
    find: 'return isBraked && braked ? braked.quota : quota;',
    replace: 'return braked && !isBraked ? quota : quota;',
    test: {
      file: `${service}base/limits/stored-counts.test.ts`,
      title: 'S73: an account that guests start too much at gives each network less, and shuts nobody out',
    },
  },
  {
    id: 'S73',
    file: `${service}payments/metadata.ts`,
    find: 'bytes > SIZE_LIMITS.pageMetadata',
    replace: 'bytes > SIZE_LIMITS.body',
    test: { file: floods, title: 'S73: a page’s metadata has 2,048 bytes at most' },
  },
  {
    id: 'S74',
    file: `${service}api/http/middleware/authenticate.ts`,
    find: 'await countRequest(c, `key-',
    replace: 'await countRequest(c, `key-billing` || `',
    test: {
      file: quotas,
      title: 'S74: a flood of refresh tokens leaves billing and lookups their whole quotas',
    },
  },
  {
    id: 'S74',
    file: `${service}api/http/middleware/authenticate.ts`,
    find: "if (work === 'billing') await",
    replace: 'if (work) await',
    test: { file: quotas, title: 'S74: tokens that are being made leave billing and lookups their places' },
  },
  {
    id: 'S75',
    file: `${service}base/limits/network-of.ts`,
    find: 'const IPV6_PREFIXES = [64, 56, 48] as const;',
    replace: 'const IPV6_PREFIXES = [64, 64, 64] as const;',
    test: { file: testing, title: 'S75: a card tester who has a whole IPv6 /56 has 60 guesses an hour' },
  },
  {
    id: 'S75',
    file: `${service}vault/card-attempts.ts`,
    find: "{ network: 'network-refusals', site: 'site-refusals' }",
    replace: "{ site: 'site-refusals' }",
    test: { file: testing, title: 'S75: who has an IPv4 /24 has 60, and no burst gets further' },
  },
  {
    id: 'S75',
    file: `${service}vault/card-attempts.ts`,
    find: "    { limit: 'account-refusals', subject: 'all' },\n",
    replace: '',
    test: {
      file: testing,
      title: 'S75: of many networks each has a few guesses once a shop is under attack, and its shoppers pay',
    },
  },
];

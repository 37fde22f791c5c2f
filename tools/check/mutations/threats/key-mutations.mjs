const service = 'src/service/';

/** Those of what keys, and the way to the store, keep. @type {import('./mutations.mjs').ThreatMutation[]} */
export const keyMutations = [
  {
    id: 'S11',
    file: `${service}shoppers/sessions/refresh-token.ts`,
    find: 'randomBytes(32)',
    replace: 'randomBytes(8)',
    test: {
      file: `${service}base/keys/guessing.test.ts`,
      title: 'S11: what grants access has 192 random bits or more',
    },
  },
  {
    id: 'S36',
    file: `${service}operators/key-rotation/rotate-master-key.ts`,
    find: '  if (rowsLeft === 0) await keyStore.renew();\n',
    replace: '',
    test: {
      file: `${service}operators/key-rotation/rotate-keys.test.ts`,
      title: 'S36: a former master key opens nothing once it is rotated, and every card bills',
    },
  },
  {
    id: 'S51',
    file: `${service}main/settings/database-url.ts`,
    find: "  url.searchParams.set('sslmode', 'verify-full');\n",
    replace: '',
    test: {
      file: `${service}main/settings/config.test.ts`,
      title: 'S51: to a PostgreSQL of another machine nothing goes without a verified certificate by',
    },
  },
  {
    id: 'S58',
    file: 'src/service/api/http/exposed-keys.ts',
    find: "    c.req.header('secretKey') === demoSecretKey.text &&\n",
    replace: '',
    test: { file: 'src/service/site/docs/docs-pages.test.ts', title: 'S58: the demo key is refused from' },
  },
  {
    id: 'S58',
    file: 'src/service/api/http/exposed-keys.ts',
    find: "    c.req.header('Sec-Fetch-Site') === 'same-origin' &&\n",
    replace: '',
    test: { file: 'src/service/site/docs/docs-pages.test.ts', title: 'S58: the demo key is refused from' },
  },
  {
    id: 'S58',
    file: 'src/service/api/http/exposed-keys.ts',
    find: "new URL(origin).host === c.req.header('Host')",
    replace: 'true',
    test: { file: 'src/service/site/docs/docs-pages.test.ts', title: 'S58: the demo key is refused from' },
  },
  {
    id: 'S58',
    file: 'src/service/api/http/exposed-keys.ts',
    find: '    !c.var.service.config.exposure.isPublic &&\n',
    replace: '',
    test: {
      file: 'src/service/site/docs/docs-pages.test.ts',
      title: 'S58: a service that others reach offers no Send, and refuses it',
    },
  },
  {
    id: 'S59',
    file: `${service}operators/backup/restore-backup.ts`,
    find: "  if (!equalDigests(digest, Buffer.from(seal.sha256, 'hex'))) throw notOurs();\n",
    replace: '',
    test: {
      file: `${service}operators/backup/restore-backup.test.ts`,
      title: 'S59: a backup whose content was changed is refused',
    },
  },
  {
    id: 'S59',
    file: `${service}operators/backup/read-backup.ts`,
    find: ' || !SAFE_NAME.test(below)',
    replace: '',
    test: {
      file: `${service}operators/backup/restore-backup.test.ts`,
      title: 'S59: a file of a backup that would lie elsewhere is refused',
    },
  },
  {
    id: 'S59',
    file: `${service}operators/admin/routes/backup-routes.ts`,
    find: "    if (c.req.header('Sec-Fetch-Site') !== undefined) throw inspectorForbidden();\n",
    replace: '',
    test: {
      file: `${service}operators/backup/restore-backup.test.ts`,
      title: 'S59: no web page gets a backup',
    },
  },
  {
    id: 'S59',
    file: `${service}main/cli/backup-commands.ts`,
    find: "{ flags: 'wx', mode: 0o600, flush: true }",
    replace: "{ flags: 'wx', flush: true }",
    test: {
      file: `${service}operators/backup/restore-backup.test.ts`,
      title: 'S59: backup writes a new file that this user alone reads',
    },
  },
];

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { test } from 'vitest';
import { allParts, stalePartsOf } from '../../build/build-parts.mjs';
import { entryReferenceOf } from '../../release/entry-references.mjs';
import { withSnippet } from '../../release/integrity.mjs';
import { findLicenceFaults } from '../../release/licences.mjs';
import { referenceOf } from '../../release/reference.mjs';
import { findMutationFaults, mutationsOf } from '../mutations/mutations.mjs';
import { wordsOfRows } from '../proof-sizes.ts';
import { missingProofs } from '../proofs/proof-rows.ts';
import { stepsOf, withoutPostgres } from '../steps.mjs';
import { findThreatFaults, threatsOf } from '../threats.mjs';
import { findDocFaults } from './docs.mjs';
import { findLayoutFaults } from './layout.mjs';
import { findSlowExpressions } from './regexes.mjs';
import { findRuleFaults } from './rules.mjs';
import { findStructureFaults, importsIn, ofTests } from './structure.mjs';
import { folderWith, runTool } from './test-folder.mjs';
import { findDifferences } from './two-builds.mjs';

/** What installs and builds. */
const PREPARE = ['tools/build/prepare.mjs', 'tools/build/one-at-a-time.mjs'];

/** The folders and rooms that are refused, of files that have these texts. @param {Record<string, string>} files */
const refusedIn = (files) =>
  findStructureFaults(new Map(Object.entries(files))).map((fault) => /"([^"]+)"/.exec(fault)?.[1] ?? fault);

test('structure refuses folders in a circle and a crowded one, and lets a test import from anywhere', () => {
  const crowd = Array.from({ length: 26 }, (_, index) => [`src/crowd/file-${index}.ts`, '']);
  const files = {
    ...Object.fromEntries(crowd),
    'src/a/one.ts': "import { two } from '../b/two.ts';",
    'src/b/two.ts': "import type { Three } from '../c/three.ts';",
    'src/c/three.ts': "const one = () => import('../a/one.ts');",
    'src/d/four.ts': "import { one } from '../a/one.ts';",
    'src/a/one.test.ts': "import { four } from '../d/four.ts';",
  };
  assert.deepEqual(refusedIn(files), ['src/a', 'src/b', 'src/c', 'src/crowd']);
});

test('structure counts a folder with its subfolders as one, but not in the service', () => {
  const files = {
    'src/wallet/e/five.ts': "import { six } from '../f/deep/six.ts';",
    'src/wallet/f/six.ts': "import { five } from '../e/five.ts';",
    'src/service/payments/g/seven.ts': "import { eight } from '../h/deep/eight.ts';",
    'src/service/payments/h/eight.ts': "import { seven } from '../g/seven.ts';",
  };
  assert.deepEqual(refusedIn(files), ['src/wallet/e', 'src/wallet/f']);
});

test('structure refuses an import from a room above, and a room without a place in the order', () => {
  const files = {
    'src/service/payments/bill.ts': "import { card } from '../vault/card.ts';",
    'src/service/payments/start.ts': "import type { Answer } from '../api/answer.ts';",
    'src/service/payments/record-outcome.ts': "import { open } from '../test-kit/open.ts';",
    'src/service/payments/record-outcome.test.ts': "import { open } from '../test-kit/open.ts';",
    'src/service/test-kit/open.ts': "import { app } from '../main/app.ts';",
    'src/service/payments/test-cards.ts': "import { app } from '../main/app.ts';",
    'src/service/cellar/wine.ts': '',
    'src/service/porch.ts': '',
  };
  assert.deepEqual(refusedIn(files), [
    'rooms: found src/service/cellar/wine.ts in no room of the service, wanted one',
    'rooms: found src/service/porch.ts in no room of the service, wanted one',
    'api',
    'test-kit',
    'main',
  ]);
});

test('a part is stale with the folders that it imports from', async () => {
  const args = ['ls-files', 'src', 'demo'];
  const files = execFileSync('git', args, { encoding: 'utf8' }).split('\n');
  const code = files.filter(
    (file) => /\.tsx?$/.test(file) && !ofTests.test(file) && !file.includes('gallery'),
  );
  const imports = await Promise.all(
    code.map(async (file) => {
      const text = readFileSync(file, 'utf8');
      const { code: withoutTypes } = await transformWithOxc(text, file, { jsx: 'preserve' });
      return importsIn(file, withoutTypes);
    }),
  );
  assert.ok(imports.flat().length > 1000);
  const missed = imports
    .flat()
    .filter(({ file, path }) => !stalePartsOf([file]).every((part) => stalePartsOf([path]).includes(part)));
  assert.deepEqual(missed, []);
  assert.deepEqual(stalePartsOf(['src/service/main/main.ts', 'demo/server/app.ts']), [
    'service',
    'bench',
    'shop',
  ]);
  assert.deepEqual(stalePartsOf(['src/sdk/index.ts', 'package.json']), allParts);
});

test('a build of some parts leaves stale what npm run dev does not watch, from wherever it is asked', () => {
  const texts = { 'src/a.ts': '', 'docs/guide.md': '', 'vite.config.ts': '', 'dist/a.js': '' };
  const cwd = folderWith(texts, [...PREPARE, 'package.json', 'package-lock.json']);
  const lines = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { sourceStamp, writeStamp } from './tools/build/prepare.mjs';
    process.chdir('/');
    const edits = [['src/a.ts', true], ['src/a.ts', false], ['docs/guide.md', false], ['docs/guide.md', true]];
    const fits = edits.map(([file, isWhole]) => {
      writeFileSync('${cwd}/' + file, 'edited ' + isWhole);
      writeStamp(sourceStamp(), { isWhole });
      return readFileSync('${cwd}/dist/.stamp', 'utf8') === sourceStamp();
    });
    console.log(JSON.stringify(fits));`;
  const { stdout, stderr } = runTool('node', { args: ['--input-type=module', '--eval', lines], cwd });
  assert.deepEqual(JSON.parse(stdout || '[]'), [true, true, false, true], stderr);
});

test('layout refuses a stray top-level file, a vague name and a resolved address', () => {
  assert.deepEqual(findLayoutFaults(['src/sdk/index.ts', '.npmrc'], '{}'), []);
  const faults = findLayoutFaults(['knip.json', 'src/sdk/utils.ts'], '{"resolved": ""}');
  assert.equal(faults.length, 3);
});

const RULE = '- **billing/void**: It is whole.\n';
test.each([
  ['Rule: billing/void.', RULE, ''],
  ['Rule: billing/void. See 17-both-stores-and-the-service.md.', RULE, ''],
  ['Rule: billing/void, billing/refund.', RULE, 'found the rule "billing/refund"'],
  ['', RULE, 'found no comment that names "billing/void"'],
  ['Rule: billing/void.', RULE + RULE, 'found "billing/void" twice'],
  ...['service', 'threeds', 'wallet-ui', 'design', 'proofs'].map((name) => [
    `Rule: billing/void. See ${name}.md 2.`,
    RULE,
    `found "${name}.md"`,
  ]),
])('rules judge the comment "%s"', (comment = '', text = '', fault = '') => {
  const code = { path: 'src/service/bill.ts', text: `/** A VOID is whole. ${comment} */\n` };
  const faults = findRuleFaults([{ path: 'docs/rules.md', text }, code]);
  assert.equal(faults.length, fault === '' ? 0 : 1);
  assert.ok(faults.join().includes(fault), faults.join());
});

test('licences refuse a package of unknown licence', () => {
  const packages = {
    'node_modules/fine': { license: '(MIT OR GPL-3.0-only)', optionalDependencies: { native: '1' } },
    'node_modules/native': { optional: true },
  };
  assert.deepEqual(findLicenceFaults(packages), []);
  for (const license of ['GPL-3.0-only', '(MIT AND SSPL-1.0)', undefined]) {
    const faults = findLicenceFaults({ ...packages, 'node_modules/odd': license ? { license } : {} });
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', / of odd,/);
  }
});

test('two-builds finds a difference of one byte', () => {
  const differencesOf = (/** @type {Record<string, string>[]} */ ...builds) => {
    const [one = '', other = ''] = builds.map((texts) => join(folderWith(texts), 'dist'));
    return findDifferences(one, other);
  };
  assert.deepEqual(differencesOf({ 'dist/a.js': 'one' }, { 'dist/a.js': 'one' }), []);
  const other = differencesOf({ 'dist/a.js': 'one', 'dist/b.js': '' }, { 'dist/a.js': 'One' });
  assert.deepEqual(other, ['a.js', 'b.js']);
});

test("integrity refuses another script's hash in the README", () => {
  const built = { 'sdk.js': { path: '/sdk/0a/sdk.js', integrity: 'sha384-new' } };
  const tag = '<script src="http://127.0.0.1:4000/sdk/sdk.js"></script>';
  const written = withSnippet(tag, built);
  assert.match(
    written,
    /src="http:\/\/127\.0\.0\.1:4000\/sdk\/0a\/sdk\.js"\s+integrity="sha384-new"\s+crossorigin/,
  );
  assert.equal(withSnippet(written, built), written);
  assert.notEqual(withSnippet(written.replace('-new', '-old'), built), written.replace('-new', '-old'));
});

/** @param {string} declarations */
const referenceTo = (declarations) =>
  entryReferenceOf({ name: 'testing', what: '', types: '' }, declarations);

test.each([
  ['dist/sdk/sdk.d.ts', 'destroy(): Promise<void>', 'destroy(): void'],
  ['dist/sdk/sdk.d.ts', '"popup_blocked"', '"popup_denied"'],
  ['dist/sdk/sdk.d.ts', 'Version of this build', 'Number of this build'],
  ['dist/testing/testing.d.ts', 'code?: string', 'code: string'],
  ['dist/testing/testing.d.ts', 'The security code.', 'A code.'],
  ['dist/testing/testing.d.ts', '"refuse"', '"deny"'],
])('the reference of %s changes where "%s" becomes "%s"', (file, from, to) => {
  const write = file.startsWith('dist/sdk/') ? referenceOf : referenceTo;
  const declarations = readFileSync(file, 'utf8');
  assert.ok(declarations.includes(from));
  assert.notEqual(write(declarations.replace(from, to)), write(declarations));
});

test('references of the other entries list the values of a type made of a table', () => {
  const written = referenceTo(`
    declare const CODES: readonly ["later", "earlier"];
    type Code = (typeof CODES)[number];
    declare const GROUPS: { a: { one: 1; two: 2 }; b: { three: 3 } };
    type Named = { [Group in keyof typeof GROUPS]: keyof (typeof GROUPS)[Group] }[keyof typeof GROUPS];
    export { type Code, type Named };`);
  assert.match(written, /^## Code\n\n+`"later"`, `"earlier"`\.$/m);
  assert.match(written, /^## Named\n\n+`"one"`, `"two"`, `"three"`\.$/m);
});

test('references write out a type that cannot be imported', () => {
  const written = referenceTo(`
    type Look = "light" | "dark";
    type Size = { width: 1 };
    type Shown = { look: Look; size: Size };
    export { type Shown };`);
  assert.match(written, /\| `look` \| `"light"` or `"dark"` \|/);
  assert.match(written, /\| `size\.width` \| `1` \|/);
  const hidden = 'type Hidden = { a: 1 }; type Shown = Partial<Hidden>; export { type Shown };';
  assert.throws(() => referenceTo(hidden), /found Hidden/);
});

/** Of these documents, and no others. @param {Record<string, string>} texts */
const docFaults = (texts) => findDocFaults(new Map(Object.entries(texts)), (path) => path in texts);

const word = 'word\n';
test.each([
  ['[run](docs/run.md) [clock](docs/run.md#the-clock) <http://localhost:3000> [out](https://a.example/x#y)'],
  ['```md\n[none](docs/none.md)\n```'],
  ['`docs/run.md`'],
  [word.repeat(900)],
  [word.repeat(901), 'found 901 words, wanted 900 at most'],
  ['`docs/none.ts`', 'found the path "docs/none.ts", wanted one of a file that is there'],
  ['<img src="docs/none.png">', 'found the link "docs/none.png", wanted one to what is there'],
  ...['docs/none.md', 'docs/run.md#none', 'docs/run.md#no-heading', '#none'].map((link) => [
    `[it](${link})`,
    `found the link "${link}", wanted one to what is there`,
  ]),
])('docs judge a README of links, anchors, paths and words: %.40s', (readme = '', fault) => {
  const run = '# Run\n\n## The `clock`\n\n```sh\n# No heading\n```\n\n[back](../README.md)';
  const faults = docFaults({ 'README.md': readme, 'docs/run.md': run });
  assert.deepEqual(faults, fault ? [`README.md: ${fault}`] : []);
});

test("docs refuse a decision's file that is not named after its title, an unlisted one, and a long line", () => {
  const file = 'docs/decisions/06-the-merchants-402.md';
  const list = { 'src/README.md': `6. [The merchant's 402](../${file})` };
  const decision = { [file]: "# 6. The merchant's 402\n" };
  assert.deepEqual(docFaults({ ...decision, ...list }), []);
  assert.match(docFaults({ ...decision, 'src/README.md': 'none' }).join(), /^src\/README\.md: found no line/);
  const renamed = docFaults({ [file]: '# 6. Another title\n', ...list });
  assert.match(renamed.join(), /wanted the file 06-another-title\.md/);
  const [fault, ...more] = docFaults({
    'a.md': `one\n${'x'.repeat(300)}`,
    'docs/reference.md': 'x'.repeat(300),
  });
  assert.equal(fault, 'a.md:2: found 300 characters, wanted less than 300');
  assert.deepEqual(more, []);
});

const gatesTest = 'tools/check/gates/gates.test.mjs';
const control = '- control: `tools/check/gates/layout.mjs`';
const named = `- test: \`${gatesTest}\`: layout refuses`;
const long = '- test: `src/service/callbacks/due-receivers.test.ts`: S35: a look reads next to nothing';
// In two pieces: the whole would be found in this very file.
const nowhere = `- test: \`${gatesTest}\`: ${['something', 'else'].join(' ')}`;
test.each([
  ['a control and a test that passed', 0, [control, named]],
  ['no control', 1, [named]],
  ['no test', 1, [control]],
  ['a control that is not there', 1, ['- control: `e2e/none.mjs`', named]],
  ['a control that is no file', 1, ['- control: none', named]],
  ['a test that is nowhere', 1, [control, nowhere]],
  ['a test that is nowhere, without the long ones', 1, [control, nowhere], true],
  ['a long test that did not run', 1, [control, long]],
  ['a long test where those are left out', 0, [control, long], true],
  ['a test that failed', 1, [control, named, `- test: \`${gatesTest}\`: types refuse`]],
  ['a test file that is not there', 1, [control, '- test: `e2e/none.test.mjs`: layout refuses']],
  ['a test without its file', 1, [control, `- test: ${gatesTest} layout refuses`]],
])('threats judge an entry with %s', (_, count, items, isPart = false) => {
  const results = [
    { step: 'gates', file: gatesTest, title: 'layout refuses it', passed: true },
    { step: 'gates', file: gatesTest, title: 'types refuse it', passed: false },
  ];
  const threats = threatsOf(['## S1: title', '', 'Attack.', '', ...items].join('\n'));
  const faults = findThreatFaults(threats, { results, isPart });
  assert.equal(faults.length, count);
  for (const fault of faults) assert.match(fault, /^S1:/);
});

test.each([
  ['fits', 0, {}],
  ['has a text that is not there', 1, { find: '"name": "another"' }],
  ['has a text that stands more than once', 1, { find: '"' }],
  ['has a file that is not there', 1, { file: 'none.json' }],
  ['has a test that is not there', 1, { tests: [{ file: 'none.test.ts' }] }],
  ['has no test', 1, { tests: [] }],
])('mutations judge one that %s', (_, count, changed) => {
  const file = 'package.json';
  const fitting = { id: 'S1', file, find: '"sideEffects"', replace: '', tests: [{ file }] };
  assert.equal(findMutationFaults([{ ...fitting, ...changed }]).length, count);
});

test('mutations are read from a table, each with its bug and the tests that must find it', () => {
  const table = '# About.\n\n[S1]\na.ts\n- one\n  two\nb.ts | b.test.ts\n- x\n+ y\n- z\n+ z1\n  z2\n';
  const tests = [{ file: 'a.test.ts', title: 'S1: it is refused' }];
  const ofB = { id: 'S1', file: 'b.ts', tests: [{ file: 'b.test.ts' }] };
  assert.deepEqual(
    mutationsOf(table, () => tests),
    [
      { id: 'S1', file: 'a.ts', find: 'one\ntwo', replace: '', tests },
      { ...ofB, find: 'x', replace: 'y' },
      { ...ofB, find: 'z', replace: 'z1\nz2' },
    ],
  );
});

test('steps leave the second store out, and nothing else, where no PostgreSQL is', () => {
  const steps = stepsOf('rest', []);
  const left = withoutPostgres(steps).map(({ name }) => name);
  assert.deepEqual(
    steps.map(({ name }) => name).filter((name) => !left.includes(name)),
    ['postgres'],
  );
});

test('S47: layout refuses a package of the lock file that nobody can verify', () => {
  const faultsOf = (/** @type {object} */ entry) =>
    findLayoutFaults([], JSON.stringify({ packages: { '': {}, 'node_modules/hono': entry } }));
  assert.deepEqual(faultsOf({ integrity: 'sha512-AA==' }), []);
  for (const entry of [{}, { optional: true }, { integrity: '' }])
    assert.match(faultsOf(entry).join(), /no integrity of "node_modules\/hono"/);
});

test('S47: an installation that npm ci refuses for another reason than the lock is not tried unlocked', () => {
  /** What npm was asked for, when `npm ci` ends so. @param {string} code */
  const askedAfter = (code) => {
    const cwd = folderWith({}, [...PREPARE, 'package-lock.json']);
    unlinkSync(join(cwd, 'node_modules'));
    const npm = `#!/bin/sh\necho "$1" >> asked\n[ "$1" = ci ] || exit 0\necho "npm error code ${code}" >&2\nexit 1\n`;
    writeFileSync(join(cwd, 'npm'), npm, { mode: 0o755 });
    const script = "import { install } from './tools/build/prepare.mjs'; process.exit(install() ? 0 : 1)";
    const env = { ...process.env, PATH: `${cwd}:${process.env.PATH}` };
    spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd, env });
    return readFileSync(join(cwd, 'asked'), 'utf8').split('\n').filter(Boolean);
  };
  for (const code of ['EINTEGRITY', 'E404', 'ECONNREFUSED', 'EACCES'])
    assert.deepEqual(askedAfter(code), ['ci']);
  assert.deepEqual(askedAfter('EUSAGE'), ['ci', 'install']);
});

test('regexes refuse what takes quadratic or exponential time', async () => {
  const text = 'const word = /^[a-z]+$/;\nconst slower = /a+$/;\nconst slowest = /^(a+)+$/;\n';
  const [slower = '', slowest = '', ...more] = await findSlowExpressions([{ path: 'a.ts', text }]);
  assert.match(slower, /^a\.ts:2: found \/a\+\$\/, /);
  assert.match(slowest, /^a\.ts:3: found \/\^\(a\+\)\+\$\/, /);
  assert.deepEqual(more, []);
});

test('proofs refuse a run of all suites in which one proof measured nothing', () => {
  const rows = wordsOfRows.map((what) => ({ what: `${what}, embedded` }));
  const both = ['faults', 'e2e'];
  assert.deepEqual(missingProofs(rows, both), []);
  assert.deepEqual(missingProofs(rows.slice(1), both), wordsOfRows.slice(0, 1));
  assert.deepEqual(missingProofs([], both), wordsOfRows);
  assert.deepEqual(missingProofs([], ['faults']), []);
});

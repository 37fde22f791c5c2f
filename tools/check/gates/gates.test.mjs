import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { test } from 'vitest';
import { allParts, stalePartsOf } from '../../build/build-parts.mjs';
import { entryReferenceOf, entryReferences } from '../../release/entry-references.mjs';
import { withSnippet } from '../../release/integrity.mjs';
import { findLicenceFaults } from '../../release/licences.mjs';
import { formattedReference, referenceOf } from '../../release/reference.mjs';
import { findMutationFaults, mutationsOf } from '../mutations/mutations.mjs';
import { stepsOf, withoutPostgres } from '../steps.mjs';
import { findThreatFaults, threatsOf } from '../threats.mjs';
import { findDocFaults } from './docs.mjs';
import { findLayoutFaults } from './layout.mjs';
import { findSlowExpressions } from './regexes.mjs';
import { findRuleFaults } from './rules.mjs';
import { findStructureFaults, ofTests, ROOMS } from './structure.mjs';
import { folderWith, runTool } from './test-folder.mjs';
import { findDifferences } from './two-builds.mjs';

/** @param {ReadonlyMap<string, string>} files */
const foldersAtFault = (files) => findStructureFaults(files).map((fault) => /"([^"]+)"/.exec(fault)?.[1]);

test('structure refuses folders in a circle and a crowded one, and lets a test import from anywhere', () => {
  const crowd = Array.from({ length: 26 }, (_, index) => `src/crowd/file-${index}.ts`);
  const found = foldersAtFault(
    new Map([
      ...crowd.map((file) => /** @type {const} */ ([file, ''])),
      ['src/a/one.ts', "import { two } from '../b/two.ts';"],
      ['src/b/two.ts', "import type { Three } from '../c/three.ts';"],
      ['src/c/three.ts', "const one = () => import('../a/one.ts');"],
      ['src/d/four.ts', "import { one } from '../a/one.ts';"],
      ['src/a/one.test.ts', "import { four } from '../d/four.ts';"],
    ]),
  );
  assert.deepEqual(found, ['src/a', 'src/b', 'src/c', 'src/crowd']);
});

test('structure counts a folder with its subfolders as one, but not in the service', () => {
  const found = foldersAtFault(
    new Map([
      ['src/wallet/e/five.ts', "import { six } from '../f/deep/six.ts';"],
      ['src/wallet/f/six.ts', "import { five } from '../e/five.ts';"],
      ['src/service/payments/g/seven.ts', "import { eight } from '../h/deep/eight.ts';"],
      ['src/service/payments/h/eight.ts', "import { seven } from '../g/seven.ts';"],
    ]),
  );
  assert.deepEqual(found, ['src/wallet/e', 'src/wallet/f']);
});

test('structure refuses an import from a room above, and a room without a place in the order', () => {
  const faults = findStructureFaults(
    new Map([
      ['src/service/payments/bill.ts', "import { card } from '../vault/card.ts';"],
      ['src/service/payments/start.ts', "import type { Answer } from '../api/answer.ts';"],
      ['src/service/payments/record-outcome.ts', "import { open } from '../test-kit/open.ts';"],
      ['src/service/payments/record-outcome.test.ts', "import { open } from '../test-kit/open.ts';"],
      ['src/service/test-kit/open.ts', "import { app } from '../main/app.ts';"],
      ['src/service/payments/test-cards.ts', "import { app } from '../main/app.ts';"],
      ['src/service/cellar/wine.ts', ''],
      ['src/service/porch.ts', ''],
    ]),
  );
  assert.deepEqual(faults, [
    'rooms: found src/service/payments/start.ts importing from "api", wanted a room below "payments"',
    'rooms: found src/service/payments/record-outcome.ts importing from "test-kit", wanted a room below "payments"',
    'rooms: found src/service/payments/test-cards.ts importing from "main", wanted a room below "payments"',
    'rooms: found src/service/cellar/wine.ts in no room of the service, wanted one',
    'rooms: found src/service/porch.ts in no room of the service, wanted one',
  ]);
});

test('structure has the rooms of the service in the order of src/README.md', () => {
  const [, map = ''] = /^service .*\n([\s\S]*?)^server /m.exec(readFileSync('src/README.md', 'utf8')) ?? [];
  assert.deepEqual(
    Array.from(map.matchAll(/^ {2}(\w+) /gm), ([, room]) => room),
    ROOMS,
  );
});

test('a part is stale with the folders that it imports from', () => {
  const args = ['ls-files', 'src', 'demo'];
  const files = execFileSync('git', args, { encoding: 'utf8' }).split('\n');
  const code = files.filter(
    (file) => /\.tsx?$/.test(file) && !ofTests.test(file) && !file.includes('gallery'),
  );
  const missed = code.flatMap((file) => {
    const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    const imports = statements.filter((one) => ts.isImportDeclaration(one) || ts.isExportDeclaration(one));
    return imports
      .filter((one) => !(ts.isImportDeclaration(one) ? one.importClause?.isTypeOnly : one.isTypeOnly))
      .map(({ moduleSpecifier: path }) => (path && ts.isStringLiteral(path) ? path.text : ''))
      .filter((path) => path.startsWith('.'))
      .map((path) => normalize(join(dirname(file), path)))
      .filter((path) => !stalePartsOf([file]).every((part) => stalePartsOf([path]).includes(part)))
      .map((path) => `${file} imports ${path}`);
  });
  assert.deepEqual(missed, []);
  assert.ok(code.length > 500);
  assert.deepEqual(stalePartsOf(['src/service/main/main.ts', 'demo/server/app.ts']), ['service', 'shop']);
  assert.deepEqual(stalePartsOf(['src/sdk/index.ts', 'package.json']), allParts);
});

test('a build of some parts leaves stale what npm run dev does not watch, from wherever it is asked', () => {
  const texts = { 'src/a.ts': '', 'docs/guide.md': '', 'vite.config.ts': '', 'dist/a.js': '' };
  const own = [
    'tools/build/prepare.mjs',
    'tools/build/one-at-a-time.mjs',
    'package.json',
    'package-lock.json',
  ];
  const cwd = folderWith(texts, own);
  const lines = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { sourceStamp, writeStamp } from './tools/build/prepare.mjs';
    const fits = () => readFileSync('${cwd}/dist/.stamp', 'utf8') === sourceStamp();
    const fitsAfter = (file, isWhole) => {
      writeFileSync('${cwd}/' + file, 'edited ' + isWhole);
      writeStamp(sourceStamp(), { isWhole });
      return fits();
    };
    process.chdir('/');
    const edits = [['src/a.ts', true], ['src/a.ts', false], ['docs/guide.md', false], ['docs/guide.md', true]];
    console.log(JSON.stringify(edits.map(([file, isWhole]) => fitsAfter(file, isWhole))));`;
  const { stdout, stderr } = runTool('node', { args: ['--input-type=module', '--eval', lines], cwd });
  assert.deepEqual(JSON.parse(stdout || '[]'), [true, true, false, true], stderr);
});

test('layout refuses a stray top-level file, a vague name and a resolved address', () => {
  assert.deepEqual(findLayoutFaults(['src/sdk/index.ts', '.npmrc'], '{}'), []);
  const faults = findLayoutFaults(['knip.json', 'src/sdk/utils.ts'], '{"resolved": ""}');
  assert.equal(faults.length, 3);
});

test('rules refuse an unknown rule, a rule that no comment names, and a document that is not here', () => {
  const faultsOf = (/** @type {string} */ comment, rules = '- **billing/void**: It is whole.\n') =>
    findRuleFaults([
      { path: 'docs/rules.md', text: rules },
      { path: 'src/service/bill.ts', text: `/** A VOID is whole. ${comment} */\n` },
    ]);
  assert.deepEqual(faultsOf('Rule: billing/void.'), []);
  assert.match(faultsOf('Rule: billing/void, billing/refund.').join(), /found the rule "billing\/refund"/);
  assert.match(faultsOf('').join(), /no comment that names "billing\/void"/);
  const twice = '- **billing/void**: It is whole.\n- **billing/void**: It is not.\n';
  assert.match(faultsOf('Rule: billing/void.', twice).join(), /found "billing\/void" twice/);
  for (const document of ['service', 'threeds', 'wallet-ui', 'design', 'proofs']) {
    const faults = faultsOf(`Rule: billing/void. See ${document}.md 2.`);
    assert.match(faults.join(), new RegExp(`found "${document}.md"`));
  }
  assert.deepEqual(faultsOf('Rule: billing/void. See 17-both-stores-and-the-service.md.'), []);
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
  const folders = [folderWith(), folderWith()];
  const [one = '', other = ''] = folders.map((folder) => join(folder, 'dist'));
  for (const folder of [one, other]) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'same.js'), 'one');
  }
  assert.deepEqual(findDifferences(one, other), []);
  writeFileSync(join(other, 'same.js'), 'One');
  writeFileSync(join(one, 'more.js'), '');
  assert.deepEqual(findDifferences(one, other), ['more.js', 'same.js']);
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

test('references of the other entries are of these declarations, and of no others', () => {
  const read = (/** @type {{ types: string }} */ { types }) => readFileSync(types, 'utf8');
  for (const [file, text] of entryReferences(read)) assert.equal(readFileSync(file, 'utf8'), text);
  const entry = { name: 'testing', what: '', types: 'dist/testing/testing.d.ts' };
  const declarations = read(entry);
  const written = entryReferenceOf(entry, declarations);
  for (const [from, to] of [
    ['code?: string', 'code: string'],
    ['The security code.', 'A code.'],
    ['"refuse"', '"deny"'],
  ]) {
    assert.ok(declarations.includes(from ?? ''));
    assert.notEqual(entryReferenceOf(entry, declarations.replace(from ?? '', to ?? '')), written);
  }
});

test('references of the other entries list the values of a type made of a table', () => {
  const declarations = `declare const CODES: readonly ["later", "earlier"];
    type Code = (typeof CODES)[number];
    declare const GROUPS: { a: { one: 1; two: 2 }; b: { three: 3 } };
    type Named = { [Group in keyof typeof GROUPS]: keyof (typeof GROUPS)[Group] }[keyof typeof GROUPS];
    export { type Code, type Named };`;
  const written = entryReferenceOf({ name: 'testing', what: '', types: '' }, declarations);
  assert.match(written, /^## Code\n\n+`"later"`, `"earlier"`\.$/m);
  assert.match(written, /^## Named\n\n+`"one"`, `"two"`, `"three"`\.$/m);
});

test('references write out a type that cannot be imported', () => {
  const referenceTo = (/** @type {string} */ types) =>
    entryReferenceOf({ name: 'testing', what: '', types: '' }, `${types} export { type Shown };`);
  const written = referenceTo(
    `type Look = "light" | "dark"; type Size = { width: 1 }; type Shown = { look: Look; size: Size };`,
  );
  assert.match(written, /\| `look` \| `"light"` or `"dark"` \|/);
  assert.match(written, /\| `size\.width` \| `1` \|/);
  assert.throws(() => referenceTo('type Hidden = { a: 1 }; type Shown = Partial<Hidden>;'), /found Hidden/);
});

test('reference is of these declarations, and of no others', () => {
  const declarations = readFileSync('dist/sdk/sdk.d.ts', 'utf8');
  const written = readFileSync('docs/reference.md', 'utf8');
  assert.equal(formattedReference(declarations), written);
  const faultsOf = (/** @type {string} */ from, /** @type {string} */ to) => {
    assert.ok(declarations.includes(from));
    return referenceOf(declarations.replace(from, to)) === referenceOf(declarations);
  };
  assert.equal(faultsOf('destroy(): Promise<void>', 'destroy(): void'), false);
  assert.equal(faultsOf('"popup_blocked"', '"popup_denied"'), false);
  assert.equal(faultsOf('Version of this build', 'Number of this build'), false);
});

test('docs refuse a link, an anchor or a path that leads nowhere, and a README of more than 900 words', () => {
  const faultsOf = (/** @type {string} */ readme) => {
    const texts = new Map([
      ['README.md', readme],
      ['docs/run.md', '# Run\n\n## The `clock`\n\n```sh\n# No heading\n```\n\n[back](../README.md)'],
    ]);
    return findDocFaults(texts, (path) => texts.has(path));
  };
  const fine =
    '[run](docs/run.md) [clock](docs/run.md#the-clock) <http://localhost:3000> [out](https://a.example/x#y)';
  assert.deepEqual(faultsOf(fine), []);
  assert.deepEqual(faultsOf('```md\n[none](docs/none.md)\n```'), []);
  assert.deepEqual(faultsOf('`docs/run.md` `docs/none.ts`'), [
    'README.md: found the path "docs/none.ts", wanted one of a file that is there',
  ]);
  for (const link of ['docs/none.md', 'docs/run.md#none', 'docs/run.md#no-heading', '#none']) {
    assert.deepEqual(faultsOf(`[it](${link})`), [
      `README.md: found the link "${link}", wanted one to what is there`,
    ]);
  }
  assert.match(faultsOf('<img src="docs/none.png">').join(), /docs\/none\.png/);
  assert.deepEqual(faultsOf('word\n'.repeat(900)), []);
  assert.deepEqual(faultsOf('word\n'.repeat(901)), ['README.md: found 901 words, wanted 900 at most']);
});

test("docs refuse a decision's file that is not named after its title, an unlisted one, and a long line", () => {
  const faultsOf = (/** @type {[string, string][]} */ ...texts) =>
    findDocFaults(new Map(texts), (path) => texts.some(([one]) => one === path));
  const file = 'docs/decisions/06-the-merchants-402.md';
  const list = `6. [The merchant's 402](../${file})`;
  /** @type {[string, string]} */
  const decision = [file, "# 6. The merchant's 402\n"];
  assert.deepEqual(faultsOf(decision, ['src/README.md', list]), []);
  assert.match(faultsOf(decision, ['src/README.md', 'none']).join(), /^src\/README\.md: found no line/);
  const other = faultsOf([file, '# 6. Another title\n'], ['src/README.md', list]);
  assert.match(other.join(), /wanted the file 06-another-title\.md/);
  assert.deepEqual(faultsOf(['a.md', `one\n${'x'.repeat(300)}`]), [
    'a.md:2: found 300 characters, wanted less than 300',
  ]);
  assert.deepEqual(faultsOf(['docs/reference.md', 'x'.repeat(300)]), []);
});

test('threats refuse an entry without control or test, and a test that is not there, did not run or failed', () => {
  const file = 'tools/check/gates/gates.test.mjs';
  const results = [
    { step: 'gates', file, title: 'layout refuses it', passed: true },
    { step: 'gates', file, title: 'types refuse it', passed: false },
  ];
  const control = '- control: `tools/check/gates/layout.mjs`';
  const named = `- test: \`${file}\`: layout refuses`;
  const faultsOf = (/** @type {string[]} */ items, isPart = false) =>
    findThreatFaults(threatsOf(['## S1: title', '', 'Attack.', '', ...items].join('\n')), {
      results,
      isPart,
    }).filter((fault) => fault.startsWith('S1:'));
  assert.deepEqual(faultsOf([control, named]), []);
  assert.equal(faultsOf([named]).length, 1);
  assert.equal(faultsOf([control]).length, 1);
  assert.equal(faultsOf(['- control: `e2e/none.mjs`', named]).length, 1);
  assert.equal(faultsOf(['- control: none', named]).length, 1);
  const other = ['something', 'else'].join(' ');
  for (const isPart of [true, false])
    assert.equal(faultsOf([control, `- test: \`${file}\`: ${other}`], isPart).length, 1);
  const long = '- test: `src/service/callbacks/due-receivers.test.ts`: S35: a look reads next to nothing';
  assert.equal(faultsOf([control, long]).length, 1);
  assert.equal(faultsOf([control, long], true).length, 0);
  assert.equal(faultsOf([control, named, `- test: \`${file}\`: types refuse`]).length, 1);
  assert.equal(faultsOf([control, '- test: `e2e/none.test.mjs`: layout refuses']).length, 1);
  assert.equal(faultsOf([control, `- test: ${file} layout refuses`]).length, 1);
});

test('mutations refuse a text that does not stand once in its file, and a file or test that is not there', () => {
  const untested = { id: 'billing/void', file: 'package.json', find: '"private"', replace: '' };
  const faultsOf = (/** @type {string} */ file, /** @type {string} */ find, test = 'package.json') =>
    findMutationFaults([{ id: 'billing/void', file, find, replace: '', tests: [{ file: test }] }]).length;
  assert.equal(faultsOf('package.json', '"name": "embeddable-wallet"'), 0);
  assert.equal(faultsOf('package.json', '"name": "another"'), 1);
  assert.equal(faultsOf('package.json', '"'), 1);
  assert.equal(faultsOf('none.json', '"name"'), 1);
  assert.equal(faultsOf('package.json', '"name": "embeddable-wallet"', 'none.test.ts'), 1);
  assert.equal(findMutationFaults([{ ...untested, tests: [] }]).length, 1);
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
  const lockOf = (/** @type {object} */ entry) =>
    JSON.stringify({ packages: { '': {}, 'node_modules/hono': { version: '4.0.0', ...entry } } });
  assert.deepEqual(findLayoutFaults([], lockOf({ integrity: 'sha512-AA==' })), []);
  for (const entry of [{}, { optional: true }, { integrity: '' }]) {
    assert.match(findLayoutFaults([], lockOf(entry)).join(), /no integrity of "node_modules\/hono"/);
  }
  const own = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  assert.deepEqual(findLayoutFaults([], JSON.stringify(own)), []);
  for (const path of Object.keys(own.packages).filter((name) => own.packages[name].optional)) {
    const { integrity: _, ...bare } = own.packages[path];
    const lacking = JSON.stringify({ packages: { ...own.packages, [path]: bare } });
    assert.match(findLayoutFaults([], lacking).join(), /found no integrity of/, path);
  }
});

test('S47: an installation that npm ci refuses for another reason than the lock is not tried unlocked', () => {
  /** What npm was asked for, when `npm ci` ends so. @param {string} code */
  const askedAfter = (code) => {
    const own = ['tools/build/prepare.mjs', 'tools/build/one-at-a-time.mjs', 'package-lock.json'];
    const cwd = folderWith({}, own);
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
  const source = (/** @type {string} */ expression) => ({
    path: 'a.ts',
    text: `export const word = ${expression};`,
  });
  assert.deepEqual(await findSlowExpressions([source('/^[a-z]+$/')]), []);
  for (const expression of ['/^(a+)+$/', '/a+$/']) {
    const [fault, ...more] = await findSlowExpressions([source(expression)]);
    assert.ok(fault?.startsWith(`a.ts:1: found ${expression}, `), fault);
    assert.deepEqual(more, []);
  }
});

test('proofs refuse a run of all suites in which one proof measured nothing', () => {
  const own = [
    'package.json',
    'tools/check/run.mjs',
    'tools/check/results.mjs',
    'tools/check/proof-sizes.ts',
    'tools/bench/table.ts',
    'tools/check/proofs/main.ts',
    'tools/check/proofs/proof-rows.ts',
  ];
  const cwd = folderWith({ '.cache/results.jsonl': '' }, own);
  /** Runs it on these rows; returns those it misses. @param {string[]} rows @param {string[]} suites that have run */
  const missedIn = (rows, suites) => {
    const cells = { measured: '0 lost', goal: '0 lost', reached: true };
    const lines = (/** @type {object[]} */ all) => all.map((one) => `${JSON.stringify(one)}\n`).join('');
    writeFileSync(
      join(cwd, '.cache/proofs.jsonl'),
      lines(rows.map((what) => ({ ...cells, what: `${what}, embedded` }))),
    );
    writeFileSync(join(cwd, '.cache/results.jsonl'), lines(suites.map((step) => ({ step, passed: true }))));
    const args = ['tools/check/run.mjs', 'tools/check/proofs/main.ts', '--lane=prove'];
    const { status, stderr } = runTool('node', { args, cwd });
    const missed = [...stderr.matchAll(/found no row of "(.+)", expected one/g)].map(([, what = '']) => what);
    assert.equal(status, missed.length > 0 ? 1 : 0, stderr);
    return missed;
  };
  assert.deepEqual(missedIn([], ['faults']), []);
  const both = ['faults', 'e2e'];
  const all = missedIn([], both);
  assert.ok(all.length > 1);
  assert.deepEqual(missedIn(all, both), []);
  assert.deepEqual(missedIn(all.slice(1), both), all.slice(0, 1));
});

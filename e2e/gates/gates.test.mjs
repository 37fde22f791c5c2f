import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { allParts, stalePartsOf } from '../../scripts/build-parts.mjs';
import { findMutationFaults } from '../mutations/main.mjs';
import { findThreatFaults } from '../threats/main.mjs';
import { threatsOf } from '../threats/table.mjs';
import { findDocFaults } from './docs.mjs';
import { entryReferenceOf, entryReferences } from './entry-references.mjs';
import { withSnippet } from './integrity.mjs';
import { findLayoutFaults } from './layout.mjs';
import { findLicenceFaults } from './licences.mjs';
import { lintDocument } from './openapi.mjs';
import { formattedReference, referenceOf } from './reference.mjs';
import { findSlowExpressions } from './regexes.mjs';
import { findRuleFaults } from './rules.mjs';
import { findStructureFaults } from './structure.mjs';
import { findDifferences } from './two-builds.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const fixtures = join(here, 'fixtures');
/** @type {string[]} */
const copies = [];
after(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

/** A copy of a fixture outside the repository, beside the real settings. @param {string} [fixture] */
function copyOf(fixture) {
  const copy = mkdtempSync(join(tmpdir(), 'gate-'));
  copies.push(copy);
  if (fixture) cpSync(join(fixtures, fixture), copy, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** @param {string} copy @param {string[]} names */
function addSettings(copy, names) {
  for (const name of names) cpSync(join(root, name), join(copy, name));
}

/** @param {string} program @param {{ args: string[], cwd?: string }} options */
function runTool(program, { args, cwd = root }) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', NODE_TEST_CONTEXT: undefined };
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', program), args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return { status, stdout, output: stdout + stderr };
}

/** Fixture file → the one rule that must refuse it; null: nothing may. @type {Record<string, string | null>} */
const lintFixtures = {
  'demo/imports-source.ts': 'lint/style/noRestrictedImports',
  'e2e/imports-source.ts': 'lint/style/noRestrictedImports',
  'src/contract/allowed.ts': null,
  'src/contract/imports-classic-zod.ts': 'lint/style/noRestrictedImports',
  'src/contract/imports-node.ts': 'lint/style/noRestrictedImports',
  'src/contract/imports-preact.ts': 'lint/style/noRestrictedImports',
  'src/contract/imports-sdk.ts': 'lint/style/noRestrictedImports',
  'src/sdk/allowed.ts': null,
  'src/sdk/imports-wallet.ts': 'lint/style/noRestrictedImports',
  'src/sdk/imports-zod.ts': 'lint/style/noRestrictedImports',
  'src/inspector/allowed.ts': null,
  'src/inspector/imports-service.ts': 'lint/style/noRestrictedImports',
  'src/inspector/imports-wallet-state.ts': 'lint/style/noRestrictedImports',
  'src/wallet/imports-inspector.ts': 'lint/style/noRestrictedImports',
  'src/wallet/card-form/Allowed.tsx': null,
  'src/wallet/imports-classic-zod.ts': 'lint/style/noRestrictedImports',
  'src/wallet/imports-service.ts': 'lint/style/noRestrictedImports',
  'src/wallet/kebab-component.tsx': 'lint/style/useFilenamingConvention',
  'src/wallet/state/allowed.ts': null,
  'src/wallet/state/imports-view.ts': 'lint/style/noRestrictedImports',
  'src/wallet/ui/ImportsState.tsx': 'lint/style/noRestrictedImports',
  'src/service/CamelCase.ts': 'lint/style/useFilenamingConvention',
  'src/service/badly-formatted.ts': 'format',
  'src/service/payments/allowed.ts': null,
  'src/service/payments/imports-http.ts': 'lint/style/noRestrictedImports',
  'src/service/payments/imports-threeds.ts': 'lint/style/noRestrictedImports',
  'src/service/payments/opens-transaction.ts': 'plugin',
  'src/service/api/routes/opens-transaction.ts': 'plugin',
  'src/service/payments/model/imports-verb.ts': 'lint/style/noRestrictedImports',
  'src/service/payments/present/imports-verb.ts': 'lint/style/noRestrictedImports',
  'src/service/cycle-a.ts': 'lint/suspicious/noImportCycles',
  'src/service/default-export.ts': 'lint/style/noDefaultExport',
  'src/service/explicit-any.ts': 'lint/suspicious/noExplicitAny',
  'src/service/floating-promise.ts': 'lint/nursery/noFloatingPromises',
  'src/service/imports-wallet.ts': 'lint/style/noRestrictedImports',
  'src/service/long-file.ts': 'lint/style/noExcessiveLinesPerFile',
  'src/service/long-function.ts': 'lint/complexity/noExcessiveLinesPerFunction',
  'src/service/packed.ts': 'plugin',
  'src/service/sandbox/processor/imports-http.ts': 'lint/style/noRestrictedImports',
  'src/service/sandbox/processor/imports-wallet.ts': 'lint/style/noRestrictedImports',
  'src/service/reads-environment.ts': 'lint/style/noProcessEnv',
  'src/service/type-import.ts': 'lint/style/useImportType',
  'src/service/vault/imports-sandbox.ts': 'lint/style/noRestrictedImports',
};

const lint = (() => {
  const copy = copyOf('lint');
  addSettings(copy, ['biome.json', 'e2e/gates/packed.grit', 'e2e/gates/transactions.grit', 'package.json']);
  const lines = Array.from({ length: 301 }, (_, index) => `export const line${index} = ${index};\n`);
  writeFileSync(join(copy, 'src/service/long-file.ts'), lines.join(''));
  const calls = Array.from({ length: 61 }, () => '  step();\n');
  writeFileSync(
    join(copy, 'src/service/long-function.ts'),
    `export function run(step: () => void) {\n${calls.join('')}}\n`,
  );
  const args = ['check', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.'];
  const { status, stdout } = runTool('biome', { args, cwd: copy });
  assert.equal(status, 1);
  /** @type {{ category: string, location: { path: string } }[]} */
  const diagnostics = JSON.parse(stdout).diagnostics;
  return diagnostics;
})();

for (const [file, rule] of Object.entries(lintFixtures)) {
  test(`lint ${rule ? `refuses ${file} by ${rule}` : `lets ${file} pass`}`, () => {
    const found = lint.filter(({ location }) => location.path === file).map(({ category }) => category);
    assert.deepEqual(found, rule ? [rule] : []);
  });
}

test('types refuse an unchecked index, an inexact option, and DOM or Node in contract', () => {
  const { status, output } = runTool('tsc', { args: ['-p', join(fixtures, 'types')] });
  assert.notEqual(status, 0);
  for (const code of ['TS2322', 'TS2375', 'TS2584', 'TS2591']) assert.match(output, new RegExp(code));
});

test('build refuses contract at run time in the SDK', () => {
  const script = `
    import { createBuilder } from 'vite';
    const input = { sdk: ${JSON.stringify(join(fixtures, 'sdk/imports-contract.ts'))} };
    const build = { outDir: ${JSON.stringify(copyOf())}, rolldownOptions: { input } };
    const builder = await createBuilder({ logLevel: 'silent', environments: { sdk: { build } } });
    await builder.build(builder.environments.sdk);`;
  const args = ['--input-type=module', '--eval', script];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  assert.notEqual(status, 0);
  assert.match(stderr, /the SDK may import only its types/);
});

test('build refuses to write a declaration that does not parse', () => {
  const script = `
    import { runnerImport } from 'vite';
    const { module } = await runnerImport('scripts/build/parsed.ts', { configFile: false });
    module.parsed('fine.ts', 'type Fine = { "3ds": string; pm: number };');
    module.parsed('faulty.ts', 'type Faulty = { 3ds: string; pm: number };');`;
  const args = ['--input-type=module', '--eval', script];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  assert.notEqual(status, 0);
  assert.match(stderr, /Writing declarations: found .* at faulty\.ts:1/);
});

test('unused refuses an unused export and an unused file', () => {
  const copy = copyOf('unused');
  addSettings(copy, ['package.json']);
  const { status, output } = runTool('knip', { args: ['--include', 'exports,files'], cwd: copy });
  assert.equal(status, 1);
  assert.match(output, /unusedExport/);
  assert.match(output, /unused-file\.ts/);
});

test('package refuses an export without its file or its types', () => {
  const cwd = copyOf('package');
  const publint = runTool('publint', { args: ['run', '--strict'], cwd });
  assert.notEqual(publint.status, 0);
  assert.match(publint.output, /missing\.js/);
  const attw = runTool('attw', { args: ['--pack', '.', '--profile', 'esm-only'], cwd });
  assert.notEqual(attw.status, 0);
  const packed = spawnSync(process.execPath, ['e2e/gates/packed.mjs', cwd], { cwd: root, encoding: 'utf8' });
  assert.equal(packed.status, 1);
  assert.match(packed.stderr, /import\('broken-package'\).*ERR_MODULE_NOT_FOUND/s);
});

test('sizes refuse an SDK, a frame and a line to the page over budget', () => {
  const cwd = copyOf();
  addSettings(cwd, ['package.json']);
  const files = {
    'dist/sdk/sdk.js': 7450,
    'dist/wallet/frame.html': 8000,
    'dist/wallet/assets/main-1.js': 24_100,
    'dist/wallet/assets/connect-page-1.js': 11_300,
  };
  for (const [file, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), randomBytes(bytes));
  }
  const { status, stdout } = runTool('size-limit', { args: ['--json'], cwd });
  assert.equal(status, 1);
  /** @type {{ passed: boolean }[]} */
  const budgets = JSON.parse(stdout);
  assert.deepEqual(
    budgets.map(({ passed }) => passed),
    [false, false, false],
  );
});

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

test('structure takes a folder with its subfolders as one, but not in the service', () => {
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

test('structure refuses an arrow back up between rooms of the service, and a room that nobody has ordered', () => {
  const faults = findStructureFaults(
    new Map([
      ['src/service/payments/bill.ts', "import { card } from '../vault/card.ts';"],
      ['src/service/payments/start.ts', "import type { Answer } from '../api/answer.ts';"],
      ['src/service/payments/record-outcome.ts', "import { open } from '../test-kit/open.ts';"],
      ['src/service/payments/record-outcome.test.ts', "import { open } from '../test-kit/open.ts';"],
      ['src/service/test-kit/open.ts', "import { app } from '../main/app.ts';"],
      ['src/service/cellar/wine.ts', ''],
      ['src/service/porch.ts', ''],
    ]),
  );
  assert.deepEqual(faults, [
    'rooms: found src/service/payments/start.ts importing from "api", wanted a room below "payments"',
    'rooms: found src/service/payments/record-outcome.ts importing from "test-kit", wanted a room below "payments"',
    'rooms: found src/service/cellar/wine.ts in no room of the service, wanted one',
    'rooms: found src/service/porch.ts in no room of the service, wanted one',
  ]);
});

test('a part that imports from a folder is stale with it', () => {
  const args = ['ls-files', 'src', 'demo'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  const code = files.filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)test(ing)?[-/]|gallery/.test(file),
  );
  const missed = code.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/^(?:import|export)\b(?! type\b)[^;]*? from '(\.[^']+)'/gms)]
      .map(([, path = '']) => normalize(join(dirname(file), path)))
      .filter((path) => !stalePartsOf([file]).every((part) => stalePartsOf([path]).includes(part)))
      .map((path) => `${file} imports ${path}`);
  });
  assert.deepEqual(missed, []);
  assert.ok(code.length > 500);
  assert.deepEqual(stalePartsOf(['src/service/main/main.ts', 'demo/server/app.ts']), ['service', 'shop']);
  assert.deepEqual(stalePartsOf(['src/sdk/index.ts', 'package.json']), allParts);
});

test('layout refuses a stray top-level file, a vague name and a resolved address', () => {
  assert.deepEqual(findLayoutFaults(['src/sdk/index.ts', '.npmrc'], '{}'), []);
  const faults = findLayoutFaults(['knip.json', 'src/sdk/utils.ts'], '{"resolved": ""}');
  assert.equal(faults.length, 3);
});

test('rules refuse a name that is no rule, a rule that nobody names, and a document from elsewhere', () => {
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
  assert.deepEqual(faultsOf('Rule: billing/void. See 13-the-line-to-page-and-service.md.'), []);
});

test('licences refuse a package whose licence nobody knows', () => {
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

test('two builds are told apart by one byte', () => {
  const folders = [copyOf(), copyOf()];
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

test("integrity tells another script's hash in the README from this build's", () => {
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
  const read = (/** @type {{ types: string }} */ { types }) => readFileSync(join(root, types), 'utf8');
  for (const [file, text] of entryReferences(read))
    assert.equal(readFileSync(join(root, file), 'utf8'), text);
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

test('references of the other entries spell out what a type made of a table may be', () => {
  const declarations = `declare const CODES: readonly ["later", "earlier"];
    type Code = (typeof CODES)[number];
    declare const GROUPS: { a: { one: 1; two: 2 }; b: { three: 3 } };
    type Named = { [Group in keyof typeof GROUPS]: keyof (typeof GROUPS)[Group] }[keyof typeof GROUPS];
    export { type Code, type Named };`;
  const written = entryReferenceOf({ name: 'testing', what: '', types: '' }, declarations);
  assert.match(written, /^## Code\n\n+`"later"`, `"earlier"`\.$/m);
  assert.match(written, /^## Named\n\n+`"one"`, `"two"`, `"three"`\.$/m);
});

test('reference is of these declarations, and of no others', () => {
  const declarations = readFileSync(join(root, 'dist/sdk/sdk.d.ts'), 'utf8');
  const written = readFileSync(join(root, 'docs/reference.md'), 'utf8');
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
  assert.deepEqual(faultsOf('word '.repeat(900)), []);
  assert.deepEqual(faultsOf('word '.repeat(901)), ['README.md: found 901 words, wanted 900 at most']);
});

test('threats refuse a row without a control, and a test that is not there, did not run or failed', () => {
  const row = (/** @type {string} */ control, /** @type {string} */ named) =>
    threatsOf(`| S1 | asset | attacker | attack | ${control} | ${named} |`);
  const file = 'e2e/gates/gates.test.mjs';
  const ran = [
    { file, title: 'layout refuses it', passed: true },
    { file, title: 'types refuse it', passed: false },
  ];
  const faultsOf = (/** @type {string} */ control, /** @type {string} */ named) =>
    findThreatFaults(row(control, named), ran).filter((fault) => fault.startsWith('S1:'));
  const here = process.cwd();
  const laneBefore = process.env.E2E_LANE;
  process.chdir(root);
  try {
    assert.deepEqual(faultsOf('`e2e/gates/layout.mjs`', `\`${file}\`: layout refuses`), []);
    assert.equal(faultsOf('none', `\`${file}\`: layout refuses`).length, 1);
    assert.equal(faultsOf('`e2e/none.mjs`', `\`${file}\`: layout refuses`).length, 1);
    assert.equal(faultsOf('`e2e/gates/layout.mjs`', `\`${file}\`: something else`).length, 1);
    const long = '`src/service/callbacks/due-receivers.test.ts`: S35: a look reads next to nothing';
    for (const [lane, faults] of Object.entries({ test: 0, rest: 1, whole: 1 })) {
      process.env.E2E_LANE = lane;
      assert.equal(faultsOf('`e2e/gates/layout.mjs`', long).length, faults);
    }
    assert.equal(
      faultsOf('`e2e/gates/layout.mjs`', `\`${file}\`: layout refuses<br>\`${file}\`: types refuse`).length,
      1,
    );
    assert.equal(faultsOf('`e2e/gates/layout.mjs`', '`e2e/none.test.mjs`: layout refuses').length, 1);
  } finally {
    process.env.E2E_LANE = laneBefore ?? '';
    process.chdir(here);
  }
});

test('mutations refuse a text that does not stand once in its file, and a file or test that is not there', () => {
  const here = process.cwd();
  process.chdir(root);
  try {
    const faultsOf = (/** @type {string} */ file, /** @type {string} */ find, test = 'package.json') =>
      findMutationFaults([{ id: 'billing/void', file, find, tests: [test] }]).length;
    assert.equal(faultsOf('package.json', '"name": "embeddable-wallet"'), 0);
    assert.equal(faultsOf('package.json', '"name": "another"'), 1);
    assert.equal(faultsOf('package.json', '"'), 1);
    assert.equal(faultsOf('none.json', '"name"'), 1);
    assert.equal(faultsOf('package.json', '"name": "embeddable-wallet"', 'none.test.ts'), 1);
  } finally {
    process.chdir(here);
  }
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
    const cwd = mkdtempSync(join(tmpdir(), 'gate-'));
    copies.push(cwd);
    addSettings(cwd, ['scripts/prepare.mjs', 'scripts/one-at-a-time.mjs', 'package-lock.json']);
    const npm = `#!/bin/sh\necho "$1" >> asked\n[ "$1" = ci ] || exit 0\necho "npm error code ${code}" >&2\nexit 1\n`;
    writeFileSync(join(cwd, 'npm'), npm, { mode: 0o755 });
    const script = "import { install } from './scripts/prepare.mjs'; process.exit(install() ? 0 : 1)";
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
  const cwd = copyOf();
  addSettings(cwd, [
    'package.json',
    'scripts/test/run.mjs',
    'scripts/test/lane.mjs',
    'scripts/test/proof-sizes.ts',
    'e2e/bench/table.ts',
    'e2e/proofs/main.ts',
    'e2e/proofs/proof-rows.ts',
  ]);
  /** Runs it on these rows; returns those it misses. @param {string[]} rows */
  const missedIn = (rows) => {
    const cells = { id: 'G0', measured: '0 lost', goal: '0 lost', reached: true };
    const lines = rows.map((what) => `${JSON.stringify({ ...cells, what: `${what}, embedded` })}\n`);
    writeFileSync(join(cwd, '.cache/proofs.jsonl'), lines.join(''));
    const args = ['scripts/test/run.mjs', 'e2e/proofs/main.ts'];
    const env = { ...process.env, E2E_LANE: 'whole' };
    const { status, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
    const missed = [...stderr.matchAll(/found no row of "(.+)", expected one/g)].map(([, what = '']) => what);
    assert.equal(status, missed.length > 0 ? 1 : 0, stderr);
    return missed;
  };
  mkdirSync(join(cwd, '.cache'));
  writeFileSync(join(cwd, '.cache/faults.json'), '{}');
  assert.deepEqual(missedIn([]), []);
  writeFileSync(join(cwd, '.cache/playwright.json'), '{}');
  const all = missedIn([]);
  assert.ok(all.length > 1);
  assert.deepEqual(missedIn(all), []);
  assert.deepEqual(missedIn(all.slice(1)), all.slice(0, 1));
});

test('e2e refuses an axe violation', () => {
  const config = join(fixtures, 'axe/playwright.config.ts');
  const { status, output } = runTool('playwright', { args: ['test', '--config', config] });
  assert.equal(status, 1);
  assert.match(output, /label: Form elements must have labels/);
});

test('openapi refuses an operation that says nothing of security, and an example that is no answer', () => {
  const schema = { type: 'object', properties: { status: { const: 'OK' } } };
  const answer = {
    description: 'Done.',
    content: { 'application/json': { schema, example: { status: 'KO' } } },
  };
  const live = { operationId: 'live', summary: 'Live', responses: { 200: answer, 400: answer } };
  const document = {
    openapi: '3.1.1',
    info: { title: 'Wallet', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: 'https://wallet.test' }],
    paths: { '/live': { get: live } },
  };
  const found = lintDocument(document, join(copyOf(), 'openapi.json'));
  assert.match(found, /security-defined/);
  assert.match(found, /no-invalid-media-type-examples/);
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { createBuilder } from 'vite';
import { test } from 'vitest';
import { violationsOn } from '../../../e2e/support/measures/violations.ts';
import { requireParsed } from '../../build/require-parsed.ts';
import { chromiumLaunch } from '../chromium.mjs';
import { lintDocument } from './openapi.mjs';
import { folderWith, runTool } from './test-folder.mjs';

const fixtures = join(import.meta.dirname, 'fixtures');

const TOOLS = ['tools/bench', 'tools/check/gates', 'tools/release'];

test('types refuse an unchecked index, an inexact option, and DOM or Node in contract', () => {
  const { status, output } = runTool('tsc', { args: ['-p', join(fixtures, 'types')] });
  assert.notEqual(status, 0);
  for (const code of ['TS2322', 'TS2375', 'TS2584', 'TS2591']) assert.match(output, new RegExp(code));
});

test('build refuses contract at run time in the SDK', async () => {
  const input = { sdk: join(fixtures, 'sdk/imports-contract.ts') };
  const build = { outDir: folderWith(), rolldownOptions: { input } };
  const builder = await createBuilder({ logLevel: 'silent', environments: { sdk: { build } } });
  const { sdk } = builder.environments;
  assert.ok(sdk);
  await assert.rejects(builder.build(sdk), /the SDK may import only its types/);
});

test('build refuses to write a declaration that does not parse', () => {
  assert.ok(requireParsed('fine.ts', 'type Fine = { "3ds": string; pm: number };'));
  const faulty = () => requireParsed('faulty.ts', 'type Faulty = { 3ds: string; pm: number };');
  assert.throws(faulty, /Writing declarations: found .* at faulty\.ts:1/);
});

test('unused refuses an unused export and an unused file, in src and in tools', () => {
  const service = 'src/service/main';
  const texts = {
    [`${service}/main.ts`]: "import { used } from './exports.ts';\n\nused();\n",
    [`${service}/exports.ts`]: 'export const used = () => 1;\n\nexport const unusedExport = 1;\n',
    [`${service}/unused-file.ts`]: 'export const neverImported = 1;\n',
    ...Object.fromEntries(TOOLS.map((folder) => [`${folder}/unused-tool.mjs`, 'export const one = 1;\n'])),
  };
  const cwd = folderWith(texts, ['package.json']);
  const { status, output } = runTool('knip', { args: ['--include', 'exports,files'], cwd });
  assert.equal(status, 1);
  assert.match(output, /unusedExport/);
  assert.match(output, /unused-file\.ts/);
  for (const folder of TOOLS) assert.ok(output.includes(`${folder}/unused-tool.mjs`), folder);
});

test('package refuses an export without its file or its types', { tags: 'prove' }, () => {
  const described = `{
    "name": "broken-package", "version": "1.0.0", "type": "module", "files": ["index.d.ts", "untyped.js"],
    "exports": { ".": { "types": "./index.d.ts", "default": "./missing.js" }, "./untyped": "./untyped.js" }
  }`;
  const declaration = 'export declare const sdk: string;\n';
  const untyped = 'export const untyped = 1;\n';
  const cwd = folderWith({
    'package.json': described,
    'README.md': '[a file](docs/missing.md)',
    'index.d.ts': declaration,
    'untyped.js': untyped,
  });
  const publint = runTool('publint', { args: ['run', '--strict'], cwd });
  assert.notEqual(publint.status, 0);
  assert.match(publint.output, /missing\.js/);
  const attw = runTool('attw', { args: ['--pack', '.', '--profile', 'esm-only'], cwd });
  assert.notEqual(attw.status, 0);
  const packed = runTool('node', { args: ['tools/check/gates/packed.mjs', cwd] });
  assert.equal(packed.status, 1);
  assert.match(packed.stderr, /import\('broken-package'\).*ERR_MODULE_NOT_FOUND/s);
  assert.match(packed.stderr, /README\.md: found a link to docs\/missing\.md/);
});

test('sizes refuse an SDK, a guard, a frame and a page connection a little over budget', () => {
  const { 'size-limit': limits } = JSON.parse(readFileSync('package.json', 'utf8'));
  // What is random grows by a few bytes under brotli.
  const [sdk = 0, guard = 0, frame = 0, connection = 0] = limits.map(
    (/** @type {{ limit: string }} */ { limit }) => Math.ceil(Number.parseFloat(limit) * 1000),
  );
  const files = {
    'dist/sdk/sdk.js': randomBytes(sdk),
    'dist/sdk/guard.js': randomBytes(guard),
    'dist/wallet/frame.html': randomBytes(8000),
    'dist/wallet/assets/main-1.js': randomBytes(frame - 8000),
    'dist/wallet/assets/connect-page-1.js': randomBytes(connection),
  };
  const { status, stdout } = runTool('size-limit', {
    args: ['--json'],
    cwd: folderWith(files, ['package.json']),
  });
  assert.equal(status, 1);
  /** @type {{ passed: boolean }[]} */
  const budgets = JSON.parse(stdout);
  assert.deepEqual(
    budgets.map(({ passed }) => passed),
    [false, false, false, false],
  );
});

test('e2e refuses an axe violation', async () => {
  const browser = await chromium.launch(chromiumLaunch());
  const page = await (await browser.newContext()).newPage();
  await page.setContent('<html lang="en"><title>Shop</title><main><h1>Shop</h1><input></main>');
  const found = await violationsOn(page);
  await browser.close();
  assert.match(found.join(), /^label: Form elements must have labels: <input>$/);
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
  const found = lintDocument(document, join(folderWith(), 'openapi.json'));
  assert.match(found, /security-defined/);
  assert.match(found, /no-invalid-media-type-examples/);
});

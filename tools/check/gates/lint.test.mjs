import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'vitest';
import { folderWith, runTool } from './test-folder.mjs';

/** File → what it imports and may not. @type {Record<string, string>} */
const REFUSED_IMPORTS = {
  'demo/imports-source.ts': '../src/sdk/index.ts',
  'e2e/imports-source.ts': '../src/sdk/index.ts',
  'tools/bench/imports-source.ts': '../../src/sdk/index.ts',
  'src/contract/imports-classic-zod.ts': 'zod',
  'src/contract/imports-node.ts': 'node:fs',
  'src/contract/imports-preact.ts': 'preact',
  'src/contract/imports-sdk.ts': '../sdk/index.ts',
  'src/sdk/imports-wallet.ts': '../wallet/main.tsx',
  'src/sdk/imports-merchant-testing.ts': '../merchant-testing/index.ts',
  'src/sdk/imports-zod.ts': 'zod/mini',
  'src/inspector/imports-service.ts': '../service/main/main.ts',
  'src/inspector/imports-wallet-state.ts': '../wallet/state/card-form.ts',
  'src/wallet/imports-inspector.ts': '../inspector/state/route.ts',
  'src/wallet/imports-classic-zod.ts': 'zod',
  'src/wallet/imports-service.ts': '../service/main/main.ts',
  'src/wallet/imports-server.ts': '../server/index.ts',
  'src/wallet/imports-store.ts': '../store/database.ts',
  'src/wallet/state/imports-view.ts': '../views/CheckoutView.tsx',
  'src/wallet/ui/ImportsState.tsx': '../state/card-form.ts',
  'src/service/imports-wallet.ts': '../wallet/main.tsx',
  'src/service/imports-server.ts': '../server/index.ts',
  'src/service/imports-merchant-testing.ts': '../merchant-testing/index.ts',
  'src/service/payments/imports-http.ts': '../api/http/middleware/authenticate.ts',
  'src/service/payments/imports-threeds.ts': './threeds/open-box.ts',
  'src/service/payments/model/imports-verb.ts': '../bill.ts',
  'src/service/payments/present/imports-verb.ts': '../bill.ts',
  'src/service/sandbox/processor/imports-http.ts': '../../api/http/middleware/authenticate.ts',
  'src/service/sandbox/processor/imports-wallet.ts': '../../../wallet/main.tsx',
  'src/service/vault/imports-sandbox.ts': '../sandbox/processor/sandbox-numbers.ts',
};

/** File → the rule that refuses it, and its text. @type {Record<string, [rule: string, text: string]>} */
const REFUSED_TEXTS = {
  'src/wallet/kebab-component.tsx': [
    'useFilenamingConvention',
    'export const KebabComponent = () => <p />;\n',
  ],
  'src/service/CamelCase.ts': ['useFilenamingConvention', 'export const made = 1;\n'],
  'src/service/badly-formatted.ts': ['format', "export const made =    'x'\n"],
  'src/service/cycle-a.ts': [
    'noImportCycles',
    "import { b } from './cycle-b.ts';\n\nexport const a = () => b;\n",
  ],
  'src/service/cycle-b.ts': [
    'noImportCycles',
    "import { a } from './cycle-a.ts';\n\nexport const b = () => a;\n",
  ],
  'src/service/default-export.ts': ['noDefaultExport', 'export default 1;\n'],
  'src/service/explicit-any.ts': ['noExplicitAny', 'export const made: any = 1;\n'],
  'src/service/floating-promise.ts': [
    'noFloatingPromises',
    'async function send() {\n  await Promise.resolve();\n}\n\nexport function made() {\n  send();\n}\n',
  ],
  'src/service/long-file.ts': [
    'noExcessiveLinesPerFile',
    Array.from({ length: 301 }, (_, place) => `export const line${place} = ${place};\n`).join(''),
  ],
  'src/service/long-function.ts': [
    'noExcessiveLinesPerFunction',
    `export function run(step: () => void) {\n${'  step();\n'.repeat(61)}}\n`,
  ],
  'src/service/packed.ts': [
    'plugin',
    'const one = 1;\nconst two = 2;\n\nexport const both = { ...{ one, two }, three: 3 };\n',
  ],
  'src/service/payments/opens-transaction.ts': [
    'plugin',
    'declare function runTransaction(): void;\n\nexport const bill = () => runTransaction();\n',
  ],
  'src/service/api/routes/opens-transaction.ts': [
    'plugin',
    'declare const db: { transaction(): void };\n\nexport const bill = () => db.transaction();\n',
  ],
  'src/service/reads-environment.ts': ['noProcessEnv', "export const made = process.env['SERVICE_PORT'];\n"],
  'src/service/type-import.ts': [
    'useImportType',
    "import { Server } from 'node:http';\n\nexport type Made = Server;\n",
  ],
};

test('fixtures of imports name files that are there', () => {
  const own = Object.entries(REFUSED_IMPORTS).filter(([, path]) => path.startsWith('.'));
  const missing = own.filter(([file, path]) => !existsSync(join(dirname(file), path)));
  assert.deepEqual(missing, []);
});

/** File, the rule that refuses it, its text. That the rules let pass what is right, the repository's own files show. */
const refused = [
  ...Object.entries(REFUSED_IMPORTS).map(([file, path]) => [
    file,
    'noRestrictedImports',
    `import { one } from '${path}';\n\nexport const made = one;\n`,
  ]),
  ...Object.entries(REFUSED_TEXTS).map(([file, [rule, text]]) => [file, rule, text]),
];

const diagnostics = (() => {
  const texts = Object.fromEntries(refused.map(([file, , text]) => [file, text]));
  const own = [
    'biome.json',
    'tools/check/gates/packed.grit',
    'tools/check/gates/transactions.grit',
    'package.json',
  ];
  const cwd = folderWith(texts, own);
  const args = ['check', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.'];
  const { status, stdout } = runTool('biome', { args, cwd });
  assert.equal(status, 1);
  /** @type {{ category: string, location: { path: string } }[]} */
  const found = JSON.parse(stdout).diagnostics;
  return found;
})();

test.each(refused)('lint refuses %s by %s', (file, rule) => {
  const found = diagnostics.filter(({ location }) => location.path === file);
  assert.deepEqual(
    found.map(({ category }) => category.split('/').at(-1)),
    [rule],
  );
});

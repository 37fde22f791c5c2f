import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { lane } from './lane.mjs';
import { typeCheck } from './type-check.mjs';

/**
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {'build' | 'chromium' | 'postgres' | 'engines'} Need
 * @typedef {{ name: string, needs: readonly Need[], lanes: readonly import('./lane.mjs').Lane[], kind: 'build' | 'gate' | 'suite', run: () => Promise<Count & { output: string }> }} Step
 *   `build`: runs before all others. `gate`: runs beside other gates; its output is kept until it ends. `suite`: runs alone,
 *   as its tests wait for what is slow on a busy machine, and prints as it goes.
 */

/** @type {Step['lanes']} */
const always = ['test', 'rest', 'whole'];
/** @type {Step['lanes']} */
const once = ['test', 'whole'];
/** @type {Step['lanes']} */
const proveOnly = ['rest', 'whole'];

/**
 * @param {string[]} command a script of node_modules/.bin or `node`, and its arguments
 * @param {{ keepOutput: boolean }} options
 * @returns {Promise<{ fine: boolean, output: string }>}
 */
function run([program = '', ...args], { keepOutput }) {
  const path = program === 'node' ? process.execPath : `node_modules/.bin/${program}`;
  const stdio = keepOutput ? 'pipe' : 'inherit';
  const child = spawn(path, args, { stdio: ['ignore', stdio, stdio], shell: process.platform === 'win32' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ fine: code === 0, output }));
  });
}

/**
 * Commands that pass or fail as one.
 * @param {string} name
 * @param {string[][]} commands
 * @param {Partial<Pick<Step, 'lanes' | 'needs' | 'kind'>>} [where]
 * @returns {Step}
 */
function gate(name, commands, { lanes = once, needs = [], kind = 'gate' } = {}) {
  return {
    name,
    lanes,
    needs,
    kind,
    run: async () => {
      const ends = [];
      for (const command of commands) ends.push(await run(command, { keepOutput: true }));
      const failed = ends.some(({ fine }) => !fine) ? 1 : 0;
      return { passed: 1 - failed, failed, output: ends.map(({ output }) => output).join('') };
    },
  };
}

/**
 * A command that leaves a report. A command that fails without a failed test in its report counts as one.
 * @param {string} name
 * @param {{ command: string[], report: string, count: (report: string) => Count } & Partial<Pick<Step, 'lanes' | 'needs' | 'kind'>>} suite
 * @returns {Step}
 */
function suite(name, { command, report, count, lanes = always, needs = [], kind = 'suite' }) {
  return {
    name,
    lanes,
    needs,
    kind,
    run: async () => {
      rmSync(report, { force: true });
      const { fine, output } = await run(command, { keepOutput: kind === 'gate' });
      const { passed, failed } = existsSync(report)
        ? count(readFileSync(report, 'utf8'))
        : { passed: 0, failed: 1 };
      return { passed, failed: fine ? failed : Math.max(failed, 1), output };
    },
  };
}

/** @param {string} text */
function countVitest(text) {
  const report = JSON.parse(text);
  /** @type {{ status: string, assertionResults: unknown[] }[]} */
  const files = report.testResults;
  const unread = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return { passed: report.numPassedTests, failed: report.numFailedTests + unread.length };
}

/** @param {string} text */
function countPlaywright(text) {
  const { stats, errors } = JSON.parse(text);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

/** @param {string} text */
function countTap(text) {
  const line = (/** @type {string} */ word) => Number(text.match(new RegExp(`^# ${word} (\\d+)$`, 'm'))?.[1]);
  return { passed: line('pass'), failed: line('fail') };
}

/** @param {string} report @param {string[]} chosen */
const vitest = (report, chosen = []) => [
  'vitest',
  'run',
  ...chosen,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
];

/** @type {Step[]} */
export const steps = [
  gate('build', [['vite', 'build', '--logLevel', 'warn']], { kind: 'build' }),
  gate('types', [typeCheck], { needs: ['build'] }),
  gate('lint', [['biome', 'check', '--error-on-warnings', '.']]),
  gate('layout', [['node', 'tools/check/gates/layout.mjs']]),
  gate('structure', [['node', 'tools/check/gates/structure.mjs']]),
  gate('rules', [['node', 'tools/check/gates/rules.mjs']]),
  gate('regexes', [['node', 'tools/check/gates/regexes.mjs']]),
  gate('licences', [['node', 'tools/release/licences.mjs']]),
  gate('openapi', [['node', 'tools/check/gates/openapi.mjs']]),
  gate('unused', [['knip']]),
  gate(
    'package',
    [
      ['publint', 'run', '--strict'],
      ['attw', '--pack', '.', '--profile', 'esm-only'],
      // Of a backend that is CommonJS, too.
      ['attw', '--pack', '.', '--profile', 'node16', '--entrypoints', 'server'],
      ['node', 'tools/check/gates/packed.mjs'],
    ],
    { needs: ['build'], lanes: proveOnly },
  ),
  gate('sizes', [['size-limit']], { needs: ['build'] }),
  gate('integrity', [['node', 'tools/release/integrity.mjs']], { needs: ['build'] }),
  gate(
    'docs',
    [
      ['node', 'tools/check/gates/docs.mjs'],
      ['node', 'tools/release/reference.mjs'],
      ['node', 'tools/release/entry-references.mjs'],
    ],
    { needs: ['build'] },
  ),
  gate('two builds', [['node', 'tools/check/gates/two-builds.mjs']], { lanes: proveOnly }),
  gate('no sandbox', [['node', 'tools/check/gates/without-sandbox.mjs']], { lanes: proveOnly }),
  suite('gates', {
    kind: 'gate',
    command: [
      'node',
      '--test',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=tap',
      '--test-reporter-destination=.cache/gates.tap',
      'tools/check/gates/gates.test.mjs',
    ],
    report: '.cache/gates.tap',
    count: countTap,
    lanes: once,
    needs: ['build', 'chromium'],
  }),
  suite('vitest', {
    command: vitest('.cache/vitest.json', lane() === 'rest' ? ['--project=postgres'] : []),
    report: '.cache/vitest.json',
    count: countVitest,
    needs: ['build', 'chromium', 'postgres'],
  }),
  suite('long tests', {
    command: vitest('.cache/vitest-long.json', [
      '--project=node',
      '--project=browser',
      '--tags-filter=prove',
    ]),
    report: '.cache/vitest-long.json',
    count: countVitest,
    lanes: ['rest'],
    needs: ['build', 'chromium'],
  }),
  suite('e2e', {
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    report: '.cache/playwright.json',
    count: countPlaywright,
    needs: ['build', 'chromium'],
  }),
  suite('faults', {
    command: ['playwright', 'test', '--config', 'e2e/service/faults/playwright.config.ts'],
    report: '.cache/faults.json',
    count: countPlaywright,
    needs: ['build', 'postgres'],
  }),
  suite('engines', {
    command: ['playwright', 'test', '--config', 'e2e/engines/playwright.config.ts'],
    report: '.cache/engines.json',
    count: countPlaywright,
    lanes: proveOnly,
    needs: ['build', 'chromium', 'engines'],
  }),
  gate('threats', [['node', 'tools/check/threats/main.mjs']], { lanes: always }),
  gate('mutations', [['node', 'tools/check/mutations/main.mjs']]),
  gate('proofs', [['node', 'tools/check/run.mjs', 'tools/check/proofs/main.ts']], { lanes: always }),
];

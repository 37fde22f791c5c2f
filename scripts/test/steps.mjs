import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { lane } from './lane.mjs';

/**
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {'build' | 'chromium' | 'postgres' | 'engines'} Need
 * @typedef {{ name: string, needs: readonly Need[], lanes: readonly import('./lane.mjs').Lane[], run: () => Count }} Step
 */

/** @type {Step['lanes']} */
const always = ['test', 'rest', 'whole'];
/** @type {Step['lanes']} */
const once = ['test', 'whole'];
/** @type {Step['lanes']} */
const proveOnly = ['rest', 'whole'];

/** @param {string[]} command a script of node_modules/.bin or `node`, and its arguments */
function succeeds([program = '', ...args]) {
  const path = program === 'node' ? process.execPath : `node_modules/.bin/${program}`;
  const { status } = spawnSync(path, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  return status === 0;
}

/**
 * Commands that pass or fail as one.
 * @param {string} name
 * @param {string[][]} commands
 * @param {Partial<Pick<Step, 'lanes' | 'needs'>>} [where]
 * @returns {Step}
 */
function gate(name, commands, { lanes = once, needs = [] } = {}) {
  return {
    name,
    lanes,
    needs,
    run: () => {
      const failed = commands.filter((command) => !succeeds(command)).length > 0;
      return failed ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 };
    },
  };
}

/**
 * A command that leaves a report. A command that fails without a failed test in its report counts as one.
 * @param {string} name
 * @param {{ command: string[], report: string, count: (report: string) => Count } & Partial<Pick<Step, 'lanes' | 'needs'>>} suite
 * @returns {Step}
 */
function suite(name, { command, report, count, lanes = always, needs = [] }) {
  return {
    name,
    lanes,
    needs,
    run: () => {
      rmSync(report, { force: true });
      const fine = succeeds(command);
      const { passed, failed } = existsSync(report)
        ? count(readFileSync(report, 'utf8'))
        : { passed: 0, failed: 1 };
      return { passed, failed: fine ? failed : Math.max(failed, 1) };
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

const vitest = [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json=.cache/vitest.json',
];

/** @type {Step[]} */
export const steps = [
  gate('lint', [['biome', 'check', '--error-on-warnings', '.']]),
  gate('layout', [['node', 'e2e/gates/layout.mjs']]),
  gate('structure', [['node', 'e2e/gates/structure.mjs']]),
  gate('rules', [['node', 'e2e/gates/rules.mjs']]),
  gate('regexes', [['node', 'e2e/gates/regexes.mjs']]),
  gate('licences', [['node', 'e2e/gates/licences.mjs']]),
  gate('build', [['vite', 'build', '--logLevel', 'warn']]),
  gate('types', [['tsc', '-b']], { needs: ['build'] }),
  gate('unused', [['knip']]),
  gate(
    'package',
    [
      ['publint', 'run', '--strict'],
      ['attw', '--pack', '.', '--profile', 'esm-only'],
      // Of a backend that is CommonJS, too.
      ['attw', '--pack', '.', '--profile', 'node16', '--entrypoints', 'server'],
      ['node', 'e2e/gates/packed.mjs'],
    ],
    { needs: ['build'] },
  ),
  gate('sizes', [['size-limit']], { needs: ['build'] }),
  gate('integrity', [['node', 'e2e/gates/integrity.mjs']], { needs: ['build'] }),
  gate(
    'docs',
    [
      ['node', 'e2e/gates/docs.mjs'],
      ['node', 'e2e/gates/reference.mjs'],
    ],
    { needs: ['build'] },
  ),
  gate('two builds', [['node', 'e2e/gates/two-builds.mjs']], { lanes: proveOnly }),
  suite('gates', {
    command: [
      'node',
      '--test',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=tap',
      '--test-reporter-destination=.cache/gates.tap',
      'e2e/gates/gates.test.mjs',
    ],
    report: '.cache/gates.tap',
    count: countTap,
    lanes: once,
    needs: ['build'],
  }),
  suite('vitest', {
    command: lane() === 'rest' ? [...vitest, '--project=postgres'] : vitest,
    report: '.cache/vitest.json',
    count: countVitest,
    needs: ['build', 'chromium', 'postgres'],
  }),
  suite('e2e', {
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    report: '.cache/playwright.json',
    count: countPlaywright,
    needs: ['build', 'chromium'],
  }),
  suite('faults', {
    command: ['playwright', 'test', '--config', 'e2e/faults/playwright.config.ts'],
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
  gate('threats', [['node', 'e2e/threats/main.mjs']]),
  gate('mutations', [['node', 'e2e/mutations/main.mjs']]),
  gate('proofs', [['node', 'scripts/test/run.mjs', 'e2e/proofs/main.ts']], { lanes: always }),
];

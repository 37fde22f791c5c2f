import { engines } from './engines.mjs';

/**
 * What a run holds: `check`, what one waits for while typing; `test`, all that a change can break, each thing once; `rest`, what
 * that left out, in short forms (CI); `prove`, everything, in long forms.
 * @typedef {'check' | 'test' | 'rest' | 'prove'} Lane
 * @typedef {'build' | 'chromium' | 'postgres' | 'engines'} Need
 * @typedef {{ name: string, commands: string[][], lanes: readonly Lane[], needs: readonly Need[], runsAlone: boolean }} Step
 *   `commands` name a program of node_modules/.bin or `node`, and its arguments. A step that runs alone prints as it goes: its tests
 *   wait for what is slow on a busy machine. The others are gates: they run beside one another, and print when they end.
 */

/** @type {Pick<Step, 'lanes' | 'needs' | 'runsAlone'>} */
const GATE = { lanes: ['test', 'prove'], needs: [], runsAlone: false };
/** @type {Step['lanes']} */
const allButCheck = ['test', 'rest', 'prove'];
/** @type {Step['lanes']} */
const notInTest = ['rest', 'prove'];

/** @param {string} name @param {string[][]} commands @param {Partial<typeof GATE>} [where] @returns {Step} */
const step = (name, commands, where) => ({ name, commands, ...GATE, ...where });

/** A program of `gates`. @param {string} name @param {Partial<typeof GATE>} [where] */
const ownGate = (name, where) => step(name, [['node', `tools/check/gates/${name}.mjs`]], where);

/** @param {string[]} projects @param {string[]} args */
const vitest = (projects, args) => [
  'vitest',
  'run',
  ...projects.map((name) => `--project=${name}`),
  '--reporter=default',
  '--reporter=./tools/check/reporters/vitest-reporter.mjs',
  ...args,
];

/** A test tagged `prove` takes long, or says at length what another test says too. */
const SHORT = ['--tags-filter=!prove'];

/** @type {Record<Lane, string[]>} */
const ofPlaywright = { check: [], test: ['--grep-invert', '@prove'], rest: ['--grep', '@prove'], prove: [] };

/** @param {string[]} projects @param {Lane} lane */
const playwright = (projects, lane) => [
  'playwright',
  'test',
  '--config=e2e/playwright.config.ts',
  ...projects.map((name) => `--project=${name}`),
  '--reporter=list,./tools/check/reporters/playwright-reporter.mjs',
  ...ofPlaywright[lane],
];

/** TypeScript 7 takes a third of the time of 6, which stays beside it: 7 has no API for the programs that read types. */
const typeCheck = ['node', 'node_modules/typescript-7/bin/tsc', '-b'];

/** @param {Lane} lane @param {string[]} changed folders with files that are not committed @returns {Step[]} */
export const stepsOf = (lane, changed) => [
  step('build', [['vite', 'build', '--logLevel', 'warn']], { runsAlone: true }),
  step('types', [typeCheck], { needs: ['build'], lanes: ['check', ...GATE.lanes] }),
  // Early, as it takes longest: the others fill the second core beside it.
  step('gates', [vitest(['gates'], lane === 'prove' ? [] : SHORT)], { needs: ['build', 'chromium'] }),
  step('lint', [['biome', 'check', '--error-on-warnings', '.']], { lanes: ['check', ...GATE.lanes] }),
  step('unit tests', [vitest(['node', 'wallet'], [...changed, '--passWithNoTests'])], {
    lanes: changed.length > 0 ? ['check'] : [],
  }),
  ownGate('layout'),
  ownGate('structure'),
  ownGate('rules'),
  ownGate('regexes'),
  ownGate('openapi'),
  step('licences', [['node', 'tools/release/licences.mjs']]),
  step('unused', [['knip']]),
  step(
    'package',
    [
      ['publint', 'run', '--strict'],
      ['attw', '--pack', '.', '--profile', 'esm-only'],
      // Of a backend that is CommonJS, too.
      ['attw', '--pack', '.', '--profile', 'node16', '--entrypoints', 'server'],
      ['node', 'tools/check/gates/packed.mjs'],
    ],
    { needs: ['build'], lanes: notInTest },
  ),
  step('sizes', [['size-limit']], { needs: ['build'] }),
  step('integrity', [['node', 'tools/release/integrity.mjs']], { needs: ['build'] }),
  step(
    'docs',
    [
      ['node', 'tools/check/gates/docs.mjs'],
      ['node', 'tools/release/reference.mjs'],
      ['node', 'tools/release/entry-references.mjs'],
    ],
    { needs: ['build'] },
  ),
  ownGate('two-builds', { lanes: notInTest }),
  ownGate('no-sandbox', { lanes: notInTest }),
  ...suites(lane),
  step('threats', [['node', 'tools/check/threats.mjs', `--lane=${lane}`]], { lanes: allButCheck }),
  step('mutations', [['node', 'tools/check/mutations/main.mjs']]),
  step('stryker', [['stryker', 'run', 'tools/check/mutations/stryker.config.json']], { lanes: ['prove'] }),
  step('proofs', [['node', 'tools/check/run.mjs', 'tools/check/proofs/main.ts', `--lane=${lane}`]], {
    lanes: allButCheck,
  }),
];

/** Without a PostgreSQL nothing is left of the step that is about it alone, and Vitest has no such project. @param {Step[]} steps */
export const withoutPostgres = (steps) => steps.filter(({ name }) => name !== 'postgres');

/** @param {Lane} lane @returns {Step[]} */
function suites(lane) {
  /** @param {string} name @param {string[]} command @param {Partial<typeof GATE>} where */
  const suite = (name, command, where) =>
    step(name, [command], { lanes: allButCheck, ...where, runsAlone: true });
  /** In parts, as a step that has begun is waited for, however slow the machine. @param {string} folder of `e2e` */
  const restOf = (folder) =>
    suite(`e2e ${folder}`, [...playwright(['e2e'], lane), `e2e/${folder}/`], {
      needs: ['build', 'chromium'],
      lanes: ['rest'],
    });
  const names = engines().map(({ name }) => name);
  const parts = ['node', 'wallet', 'browser', 'codes'];
  const vitestCommand =
    lane === 'prove' ? vitest([...parts, 'postgres'], []) : vitest([...parts, 'postgres-races'], SHORT);
  return [
    suite('vitest', vitestCommand, { needs: ['build', 'chromium', 'postgres'], lanes: GATE.lanes }),
    suite('postgres', vitest(['postgres'], []), { needs: ['build', 'postgres'], lanes: ['rest'] }),
    suite('long tests', vitest(['node', 'browser', 'gates'], ['--tags-filter=prove']), {
      needs: ['build', 'chromium'],
      lanes: ['rest'],
    }),
    restOf('service'),
    restOf('shop'),
    suite('e2e', playwright(['e2e'], lane), { needs: ['build', 'chromium'], lanes: ['test', 'prove'] }),
    suite('faults', playwright(['faults'], lane), { needs: ['build', 'postgres'] }),
    restOf('docs'),
    suite('engines', playwright(names, lane), { needs: ['build', 'chromium', 'engines'], lanes: ['prove'] }),
  ];
}

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runVitest, scratchCopy } from '../mutations/scratch-copy.mjs';
import { report } from './repository.mjs';

const FIXTURES = 'tools/check/gates/fixtures/no-sandbox';
const MAIN = 'src/service/main';

/**
 * A copy of the repository whose service has no sandbox, but a processor of the tests. What tests the sandbox goes with it.
 * @param {string} copy
 */
function deleteSandbox(copy) {
  rmSync(join(copy, 'src/service/sandbox'), { recursive: true });
  const service = join(copy, 'src/service');
  for (const name of readdirSync(service, { recursive: true, encoding: 'utf8' })) {
    const isOfSandbox = basename(name) === 'test-provider.ts';
    if (isOfSandbox || name.endsWith('.test.ts')) rmSync(join(service, name));
  }
  cpSync(join(FIXTURES, 'sandbox-dependencies.ts'), join(copy, MAIN, 'sandbox-dependencies.ts'));
  cpSync(join(FIXTURES, 'bills.ts'), join(copy, MAIN, 'bills.test.ts'));
}

/** What TypeScript says of the service. @param {string} copy */
function typeFaults(copy) {
  const compiler = join(copy, 'node_modules/typescript-7/bin/tsc');
  try {
    execFileSync(process.execPath, [compiler, '-b', 'src/service'], { cwd: copy, encoding: 'utf8' });
    return [];
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    return said.split('\n').filter((line) => line.includes('error'));
  }
}

/**
 * Whether the service builds and bills without its sandbox, one sentence for each thing that is against it.
 * @returns {string[]}
 */
function findFaults() {
  const copy = scratchCopy('no-sandbox-');
  try {
    deleteSandbox(copy);
    const types = typeFaults(copy);
    if (types.length > 0) return types;
    const ran = runVitest(copy, [`${MAIN}/bills.test.ts`]);
    if (ran.length === 0) return ['no sandbox: found that no test ran, wanted a billing'];
    return ran.filter(({ passed }) => !passed).map(({ title }) => `no sandbox: found failing: ${title}`);
  } finally {
    if (existsSync(copy)) rmSync(copy, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  report(findFaults());
}

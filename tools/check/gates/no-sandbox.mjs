import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runVitest, scratchCopy } from '../mutations/scratch-copy.mjs';
import { report } from './repository.mjs';

const FIXTURES = 'tools/check/gates/fixtures/no-sandbox';
const MAIN = 'src/service/main';

/**
 * Takes the sandbox out of a copy of the repository, and what tests it; a processor of the tests comes in its place.
 * @param {string} copy
 */
function deleteSandbox(copy) {
  const service = join(copy, 'src/service');
  rmSync(join(service, 'sandbox'), { recursive: true });
  for (const name of readdirSync(service, { recursive: true, encoding: 'utf8' }))
    if (basename(name) === 'test-provider.ts' || name.endsWith('.test.ts')) rmSync(join(service, name));
  cpSync(join(FIXTURES, 'sandbox-dependencies.ts'), join(copy, MAIN, 'sandbox-dependencies.ts'));
  cpSync(join(FIXTURES, 'bills.ts'), join(copy, MAIN, 'bills.test.ts'));
}

/** What TypeScript says of the service. @param {string} copy */
function typeFaults(copy) {
  const compiler = join(copy, 'node_modules/typescript-7/bin/tsc');
  const args = [compiler, '-b', 'src/service'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  return status === 0 ? [] : [`no sandbox: found types that do not fit\n${stdout}`];
}

/** Whether the service bills. @param {string} copy */
function billingFaults(copy) {
  const ran = runVitest(copy, [`${MAIN}/bills.test.ts`]);
  if (ran.length === 0) return ['no sandbox: found that no test ran, wanted a billing'];
  return ran.filter(({ passed }) => !passed).map(({ title }) => `no sandbox: found failing: ${title}`);
}

const copy = scratchCopy('no-sandbox-');
try {
  deleteSandbox(copy);
  const types = typeFaults(copy);
  report(types.length > 0 ? types : billingFaults(copy));
} finally {
  rmSync(copy, { recursive: true, force: true });
}

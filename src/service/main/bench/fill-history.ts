import { sql } from 'drizzle-orm';
import { storeAnswer } from '../../api/idempotency/stored-answers.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { claimCallbacks } from '../../callbacks/claim-callbacks.ts';
import { openLog } from '../../operators/logs/open-log.ts';
import { callbacks } from '../../tables/callbacks.ts';
import { openService } from '../open-service.ts';
import { scheduledJobs } from '../scheduled-jobs.ts';
import { readConfig } from '../settings/config.ts';
import { claimSale } from './claim-sale.ts';
import { copyPayments } from './copy-payments.ts';

/**
 * For `npm run bench`: fills the environment's store with finished payments, then prints how long each search for due
 * work takes: `node fill-history.js <payments>`.
 */

const CHUNK = 20_000;
const ROUNDS = 200;

const count = Number(process.argv[2]);
const log = openLog({ level: 'warn', write: (line) => process.stderr.write(line) });
const { context, close } = await openService(readConfig(process.env), log);
await sellOne(context);
for (let from = 1; from < count; from += CHUNK) {
  const to = Math.min(from + CHUNK, count) - 1;
  await runLockingTransaction(context, async ({ db }) => {
    // The copied rows refer to rows that exist, so foreign keys need no check.
    await db.execute(sql`set local session_replication_role = replica`);
    await copyPayments(db, { from, to });
  });
}
await context.db.execute(sql`analyze`);
process.stdout.write(`${JSON.stringify({ sweepMs: await timeOfSweep(context) })}\n`);
await close();

async function sellOne(service: Runtime) {
  const { after } = await claimSale(service);
  const { accountId, transactionId: key } = after.operation;
  await storeAnswer(service, {
    accountId,
    kind: 'transaction',
    scope: 'transactionID',
    key,
    requestDigest: new Uint8Array(32),
    answer: { status: 200, body: '{}' },
  });
  // Marked as tried and given up, so that the sweeps below have nothing to do.
  await service.db.update(callbacks).set({ status: 'exhausted', answerTo: null });
}

/** The median milliseconds of one round: every sweep, and the callback worker's query. */
async function timeOfSweep(service: Runtime): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    for (const { run } of scheduledJobs) await run(service);
    await runLockingTransaction(service, (core) => claimCallbacks(core, new Map()));
    times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  return times[ROUNDS / 2] ?? Number.NaN;
}

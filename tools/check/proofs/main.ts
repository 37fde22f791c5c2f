import { table } from '../../bench/kit/table.ts';
import { report } from '../gates/repository.mjs';
import { readResults } from '../results.mjs';
import { keptProofs, missingProofs } from './proof-rows.ts';

/** What the proofs of a run measured, as one table; one that measured nothing though its suite ran is a failure. */
const rows = keptProofs();
if (rows.length > 0) console.log(`\n${table(rows)}`);
const steps = readResults().map(({ step }) => step);
// `npm test` leaves some to `npm run prove`.
const missing = process.argv.includes('--lane=test') ? [] : missingProofs(rows, steps);
report(missing.map((words) => `Cannot show a proof: found no row of "${words}", expected one`));

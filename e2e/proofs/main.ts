import { table } from '../bench/table.ts';
import { keptProofs } from './proof-rows.ts';

/** What the proofs of a run measured, as one table. */
const rows = keptProofs();
if (rows.length > 0) console.log(`\n${table(rows)}`);

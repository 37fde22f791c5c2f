import { findPostgres, startPostgres } from './postgres.mjs';

// Runs a PostgreSQL until its standard input ends: whatever becomes of the program that started this, it stops.
const bin = findPostgres();
if (!bin) throw new Error('Cannot start PostgreSQL: found none');
const { url, stop } = await startPostgres(bin);
console.log(url);
process.stdin.resume();
process.stdin.once('end', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => process.stdin.destroy() && stop());

// Runs a TypeScript program of this folder: `node scripts/test/run.mjs e2e/bench/main.ts`
import { runnerImport } from 'vite';

const [, , program = ''] = process.argv;
await runnerImport(program, { configFile: false, logLevel: 'error' });

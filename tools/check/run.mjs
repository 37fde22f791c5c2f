// Runs a TypeScript program of this repository: `node tools/check/run.mjs tools/bench/main.ts`
import { runnerImport } from 'vite';

const [, , program = ''] = process.argv;
await runnerImport(program, { configFile: false, logLevel: 'error' });

// Runs a TypeScript program of this folder: `node e2e/run.mjs e2e/bench/main.ts`
import { runnerImport } from 'vite';

await runnerImport(process.argv[2], { configFile: false, logLevel: 'error' });

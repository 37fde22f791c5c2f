import { runnerImport } from 'vite';

const program = 'src/service/payments/connectors/conformance/run-conformance.ts';
const { module } = await runnerImport(program, { configFile: false, logLevel: 'error' });
const print = (/** @type {string} */ line) => console.log(line);
process.exitCode = await module.runConformance(process.argv.slice(2), { environment: process.env, print });

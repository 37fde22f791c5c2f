import { runnerImport } from 'vite';
import { refuseArguments } from './arguments.mjs';

refuseArguments(`npm run acquirer   runs the simulated acquirer alone, until Ctrl-C

ACQUIRER_PORT 4003, ACQUIRER_HOST 127.0.0.1, ACQUIRER_DIR .data/acquirer, ACQUIRER_NOTIFY_URL (none: nobody is told),
ACQUIRER_API_KEY, ACQUIRER_SECRET, ACQUIRER_BANK_URL. docs/connectors.md says more.`);

const program = 'src/service/sandbox/acquirer/run-acquirer.ts';
const { module } = await runnerImport(program, { configFile: false, logLevel: 'error' });
const { port, stop } = await module.runAcquirer(process.env);
console.log(`The acquirer listens at port ${port}`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop().then(() => process.exit(0)));

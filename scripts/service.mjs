import { requirePorts, servicePorts } from './ports.mjs';
import { prepare } from './prepare.mjs';

prepare();
const isCommand = process.argv.length > 2;
if (!isCommand) await requirePorts(servicePorts);
process.setSourceMapsEnabled(true);
// In this very process, so that signals, exit code and arguments are the service's own.
const main = new URL('../dist/service/main.js', import.meta.url).href;
await import(main);

import { prepare } from '../build/prepare.mjs';
import { requirePorts, servicePorts } from './ports.mjs';

const isCommand = process.argv.length > 2;
// Before what takes minutes.
if (!isCommand) await requirePorts(servicePorts);
prepare();
process.setSourceMapsEnabled(true);
// In this very process, so that signals, exit code and arguments are the service's own.
const main = new URL('../../dist/service/main.js', import.meta.url).href;
await import(main);

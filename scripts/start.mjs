import { requirePorts } from './ports.mjs';
import { prepare } from './prepare.mjs';
import { demoPorts, runDemo } from './run-demo.mjs';

// Before what takes minutes.
await requirePorts(demoPorts);
prepare();
await runDemo();

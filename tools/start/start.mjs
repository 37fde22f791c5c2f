import { prepare } from '../build/prepare.mjs';
import { refuseArguments } from './arguments.mjs';
import { requirePorts } from './ports.mjs';
import { demoPorts, runDemo } from './run-demo.mjs';

refuseArguments(`npm start   installs what is missing, builds what is stale, and runs service and shop until Ctrl-C

Ports: SHOP_PORT 3000, SERVICE_PORT 4000, ISSUER_PORT 4001, INSPECTOR_PORT 4002. Data: DATA_DIR .data. docs/run.md has all variables.`);

// Before what takes minutes.
await requirePorts(demoPorts);
prepare();
await runDemo();

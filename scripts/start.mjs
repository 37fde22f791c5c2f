import { requirePorts } from './ports.mjs';
import { prepare } from './prepare.mjs';
import { demoPorts, runDemo } from './run-demo.mjs';
import { refuseWords } from './words.mjs';

refuseWords(`npm start   installs what is missing, builds what is stale, and runs service and shop until Ctrl-C

Ports: SHOP_PORT 3000, SERVICE_PORT 4000, ISSUER_PORT 4001, INSPECTOR_PORT 4002. Data: DATA_DIR .data. docs/run.md has all variables.`);

// Before what takes minutes.
await requirePorts(demoPorts);
prepare();
await runDemo();

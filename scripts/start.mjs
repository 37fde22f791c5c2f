import { prepare } from './prepare.mjs';
import { runDemo } from './run-demo.mjs';

prepare();
await runDemo();

import { prepare } from './prepare.mjs';

prepare();
process.setSourceMapsEnabled(true);
// In this very process, so that signals, exit code and arguments are the service's own.
const main = new URL('../dist/service/main.js', import.meta.url).href;
await import(main);

import { build } from '../build/prepare.mjs';

// npm prints the tarball's name to stdout, for commands to take it from there.
console.log = console.error;
// A tarball of a build that is not this source would be another version's. A fresh one stays: tests may be using it.
process.exitCode = build() ? 0 : 1;

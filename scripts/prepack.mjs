import { build } from './prepare.mjs';

// A tarball of a build that is not this source would be another version's. A fresh one stays: tests may be using it.
process.exitCode = build() ? 0 : 1;

import crypto from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { packMigrated } from '../store/embedded/pack-migrated.ts';

// `node build-template.js <file>`: the files of an empty, migrated store, for a quick first start.
const [file] = process.argv.slice(2);
if (!file) throw new Error('build the template: no file named, expected "build-template <file>"');
standStill();
writeFileSync(file, gzipSync(await packMigrated()));

/**
 * Two builds of one commit are the same byte for byte: the engine writes times and a random value, which only a password's
 * check would use, into its files. Nothing else runs in this program.
 */
function standStill() {
  const then = Date.UTC(2020, 0, 1);
  globalThis.Date = new Proxy(Date, {
    construct: (RealDate, args) =>
      args.length === 0 ? new RealDate(then) : Reflect.construct(RealDate, args),
    get: (RealDate, name) => (name === 'now' ? () => then : Reflect.get(RealDate, name)),
  });
  performance.now = () => 0;
  // The bytes are zero as they were allocated.
  crypto.randomFillSync = (buffer) => buffer;
}

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { workerData } from 'node:worker_threads';

// Loaded with --import: the disk refuses to sync as soon as `<directory of the files>.broken` exists.
const { fsyncSync, existsSync } = fs;
fs.fsyncSync = (handle) => {
  if (existsSync(`${workerData?.directory}.broken`))
    throw Object.assign(new Error('broken disk'), { code: 'EIO' });
  fsyncSync(handle);
};
syncBuiltinESMExports();

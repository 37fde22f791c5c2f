import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded with --import: a disk that refuses to sync as soon as the file named by BROKEN_DISK exists.
const { fsyncSync, existsSync } = fs;
fs.fsyncSync = (handle) => {
  if (existsSync(process.env.BROKEN_DISK ?? ''))
    throw Object.assign(new Error('broken disk'), { code: 'EIO' });
  fsyncSync(handle);
};
syncBuiltinESMExports();

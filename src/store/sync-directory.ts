import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes names in a directory durable. Windows cannot open a directory; its file system journals the names itself. */
export function syncDirectory(path: string) {
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

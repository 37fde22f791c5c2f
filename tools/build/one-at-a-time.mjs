import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const LOOKS_AGAIN_AFTER_MS = 100;

/**
 * Runs a task while no other process runs one under the same file, which holds the number of the process that does. Waits
 * for that process, unless it is gone.
 * @template T
 * @param {string} file
 * @param {() => T} task
 * @param {(pid: number) => void} onWait told once, of the first process that is waited for
 * @returns {T}
 */
export function withFileLock(file, task, onWait) {
  mkdirSync(dirname(file), { recursive: true });
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  let hasWaited = false;
  // A link, unlike a file that is opened and then written, never shows without its number.
  while (failsBy('EEXIST', () => linkSync(own, file))) {
    const owner = ownerOf(file);
    if (owner > 0 && isRunning(owner)) {
      if (!hasWaited) onWait(owner);
      hasWaited = true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOKS_AGAIN_AFTER_MS);
    } else if (owner > 0) removeStaleLock(file, owner);
  }
  rmSync(own);
  try {
    return task();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Takes the file of a process that is gone out of the way. Who took that place meanwhile gets it back.
 * @param {string} file
 * @param {number} gone
 */
function removeStaleLock(file, gone) {
  const aside = `${file}.gone-${process.pid}`;
  if (failsBy('ENOENT', () => renameSync(file, aside))) return;
  if (ownerOf(aside) !== gone) failsBy('EEXIST', () => linkSync(aside, file));
  rmSync(aside);
}

/** @param {string} file @returns {number} 0 where there is none */
function ownerOf(file) {
  let text = '';
  failsBy('ENOENT', () => {
    text = readFileSync(file, 'utf8');
  });
  return Number(text);
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process may not be asked, but runs.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** @param {string} code @param {() => void} act */
function failsBy(code, act) {
  try {
    act();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return true;
    throw error;
  }
  return false;
}

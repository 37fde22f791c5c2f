import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const root = process.cwd();
/** @type {string[]} */
const folders = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * A folder outside the repository with its packages, some of its own files, and these texts.
 * @param {Record<string, string | NodeJS.ArrayBufferView>} [texts] by path
 * @param {string[]} [own] files of the repository
 */
export function folderWith(texts = {}, own = []) {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  folders.push(folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  for (const name of own) cpSync(join(root, name), join(folder, name));
  return folder;
}

/** Runs a program of node_modules/.bin or `node`. @param {string} program @param {{ args: string[], cwd?: string }} options */
export function runTool(program, { args, cwd = root }) {
  const path = program === 'node' ? process.execPath : join(root, 'node_modules/.bin', program);
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', NODE_ENV: undefined, VITEST: undefined };
  const { status, stdout, stderr } = spawnSync(path, args, { cwd, env, encoding: 'utf8', maxBuffer: 1e8 });
  return { status, stdout, stderr, output: stdout + stderr };
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './chromium.mjs';

/** @param {string[]} args */
function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}

/** Finds a Chromium, or installs Debian's when that is possible. @returns {boolean} whether there is one */
export function requireChromium() {
  const root = process.getuid?.() === 0;
  if (!findChromium() && root && existsSync('/etc/debian_version')) {
    console.log('Installing chromium with apt-get …');
    aptGet(['update']);
    aptGet(['install', '-y', '--no-install-recommends', 'chromium']);
  }
  const path = findChromium();
  if (path && existsSync(path)) {
    console.log(path);
    return true;
  }
  console.log('No Chromium found: browser tests and e2e cannot run; install one or set CHROMIUM_PATH');
  return false;
}

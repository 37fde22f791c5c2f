import { existsSync } from 'node:fs';
import { aptInstall } from './apt.mjs';
import { findChromium, findWholeChromium } from './chromium.mjs';
import { lane } from './lane.mjs';

/** Finds a Chromium, or installs Debian's when that is possible. @returns {boolean} whether there is one */
export function requireChromium() {
  if (!findChromium()) aptInstall('chromium-headless-shell');
  if (!findChromium()) aptInstall('chromium');
  // One test of the other lanes is of what the shell lacks.
  if (lane() !== 'test' && !findWholeChromium()) aptInstall('chromium');
  const path = findChromium();
  if (path && existsSync(path)) {
    console.log(path);
    return true;
  }
  console.log('No Chromium found: browser tests and e2e cannot run; install one or set CHROMIUM_PATH');
  return false;
}

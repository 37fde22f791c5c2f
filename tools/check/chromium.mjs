import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { aptInstall } from './apt.mjs';

const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Where a Chromium usually lies, best first; Playwright's own comes between these and the environment. The headless shell is the
 * same engine without the browser around it: tests take a third less of a machine's time.
 */
const usualPaths = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** @returns {string | undefined} */
function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
  } catch {
    return undefined;
  }
}

/**
 * The one finder of a Chromium: `CHROMIUM_PATH`, Playwright's own, then the usual places.
 * @returns {string | undefined}
 */
export function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) return asked;
  return [playwrightsOwn(), ...usualPaths].find((path) => path && existsSync(path));
}

/** One with all of a browser around its engine, which the shell is not: it keeps no page for Back. @returns {string | undefined} */
export function findWholeChromium() {
  return usualPaths.find((path) => path !== SHELL && existsSync(path));
}

/** Launch options for Playwright: the found browser, no traffic of its own, no sandbox where root cannot have one. */
export function chromiumLaunch() {
  const executablePath = findChromium();
  const root = process.getuid?.() === 0;
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      ...(root ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-default-apps',
      '--disable-sync',
      '--no-first-run',
      '--no-default-browser-check',
    ],
  };
}

/**
 * Finds a Chromium, or installs Debian's when that is possible; `keepsPages`: one that keeps pages for Back, too.
 * @param {{ keepsPages: boolean }} wanted
 * @returns {boolean} whether there is one
 */
export function ensureChromium({ keepsPages }) {
  if (!findChromium()) aptInstall('chromium-headless-shell');
  if (!findChromium() || (keepsPages && !findWholeChromium())) aptInstall('chromium');
  const path = findChromium();
  if (path && existsSync(path)) {
    console.log(path);
    return true;
  }
  console.log('No Chromium found: browser tests and e2e cannot run; install one or set CHROMIUM_PATH');
  return false;
}

import { existsSync } from 'node:fs';
import { aptInstall } from './apt.mjs';

/**
 * A browser as Debian ships it, with what drives it.
 * @typedef {'chromium' | 'firefox' | 'webkitgtk'} EngineId
 * @typedef {{ id: EngineId, name: string, packages: string[], needs: string[][] }} Engine
 * `packages` are Debian's; `needs` names programs, each by the places where it may lie.
 */

/** @type {Engine[]} */
const every = [
  {
    id: 'chromium',
    name: 'Chromium',
    packages: ['chromium', 'chromium-driver'],
    needs: [
      ['/usr/bin/chromedriver', '/usr/lib/chromium-browser/chromedriver', '/snap/bin/chromium.chromedriver'],
    ],
  },
  {
    id: 'firefox',
    name: 'Firefox ESR',
    packages: ['firefox-esr'],
    needs: [['/usr/bin/firefox-esr', '/Applications/Firefox.app/Contents/MacOS/firefox']],
  },
  {
    id: 'webkitgtk',
    name: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'xvfb'],
    needs: [['/usr/bin/WebKitWebDriver'], ['/usr/bin/Xvfb']],
  },
];

/** All in the long form, else the one that the other tests have anyway. */
export const engines = () =>
  process.env.PROVE_SIZE === 'full' ? every : every.filter(({ id }) => id === 'chromium');

/** The programs an engine needs, in the order of `needs`; undefined where one is missing. @param {Engine} engine */
export function findPrograms({ needs }) {
  const found = needs.flatMap((places) => places.find((place) => existsSync(place)) ?? []);
  return found.length === needs.length ? found : undefined;
}

/** Finds the engines, or installs Debian's where that is possible. @returns {string[]} what is said of each missing one */
export function ensureEngines() {
  return engines().flatMap((engine) => {
    if (!findPrograms(engine)) aptInstall(...engine.packages);
    const programs = findPrograms(engine);
    if (programs) console.log(programs.join('\n'));
    return programs ? [] : [`${engine.name}: not installed, not checked`];
  });
}

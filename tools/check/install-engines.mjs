import { aptInstall } from './apt.mjs';
import { engines, findPrograms } from './engines.mjs';

/** Finds the engines, or installs Debian's where that is possible. @returns {string[]} what is said of each missing one */
export function requireEngines() {
  return engines().flatMap((engine) => {
    if (!findPrograms(engine)) aptInstall(...engine.packages);
    const programs = findPrograms(engine);
    if (programs) console.log(programs.join('\n'));
    return programs ? [] : [`${engine.name}: not installed, not checked`];
  });
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs packages where this may: as root on a Debian. @param {string[]} names */
export function aptInstall(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log(`Installing ${names.join(', ')} with apt-get …`);
  aptGet(['update']);
  aptGet(['install', '-y', '--no-install-recommends', ...names]);
}

/** @param {string[]} args */
function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
}

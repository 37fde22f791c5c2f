import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs a package where this may: as root on a Debian. @param {string} name */
export function aptInstall(name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log(`Installing ${name} with apt-get …`);
  aptGet(['update']);
  aptGet(['install', '-y', '--no-install-recommends', name]);
}

/** @param {string[]} args */
function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
}

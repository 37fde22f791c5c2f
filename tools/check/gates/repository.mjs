import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The files that are kept, or will be. @param {string[]} folders default: all */
export function repositoryFiles(...folders) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...folders];
  const listed = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
  return listed.filter((file) => file !== '' && existsSync(file));
}

/** Ends a gate. @param {readonly string[]} faults one sentence each */
export function report(faults) {
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

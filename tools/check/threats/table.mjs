import { readFileSync } from 'node:fs';

/** @typedef {{ file: string, title: string }} NamedTest */
/** @typedef {{ id: string, controls: string[], tests: NamedTest[] }} Threat */

export const TABLE = 'docs/threats.md';

/**
 * The rows of the table: the last two cells name files, and tests as `file`: title.
 * @param {string} markdown
 * @returns {Threat[]}
 */
export function threatsOf(markdown) {
  return markdown
    .split('\n')
    .filter((line) => /^\| S\d+ /.test(line))
    .map((line) => {
      const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim());
      const [id = '', ...others] = cells;
      const [control = '', test = ''] = others.slice(-2);
      return {
        id,
        controls: [...control.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
        tests: test.split('<br>').map((named) => {
          const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(named) ?? [];
          return { file, title };
        }),
      };
    });
}

export const readThreats = () => threatsOf(readFileSync(TABLE, 'utf8'));

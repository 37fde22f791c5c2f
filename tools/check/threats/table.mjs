import { readFileSync } from 'node:fs';

/** @typedef {{ file: string, title: string }} NamedTest */
/** @typedef {{ id: string, controls: string[], tests: NamedTest[] }} Threat */

export const TABLE = 'docs/threats.md';

/**
 * The entries: `## S1: …`, then `- control: \`file\`` and `- test: \`file\`: title`, one a line.
 * @param {string} markdown
 * @returns {Threat[]}
 */
export function threatsOf(markdown) {
  return markdown
    .split(/^## (?=S\d+: )/m)
    .slice(1)
    .map((entry) => ({
      id: entry.slice(0, entry.indexOf(':')),
      controls: itemsOf('control', entry).map((item) => /^`([^`]+)`$/.exec(item)?.[1] ?? ''),
      tests: itemsOf('test', entry).map((item) => {
        const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(item) ?? [];
        return { file, title };
      }),
    }));
}

/** @param {'control' | 'test'} kind @param {string} entry */
const itemsOf = (kind, entry) =>
  entry
    .split('\n')
    .filter((line) => line.startsWith(`- ${kind}: `))
    .map((line) => line.slice(`- ${kind}: `.length));

export const readThreats = () => threatsOf(readFileSync(TABLE, 'utf8'));

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What somebody reads in the first minutes. */
const README_WORDS = 900;
const PICTURE_BYTES = 150_000;

/** Where a path in a text may begin. */
const ROOTS = ['', 'src/', 'src/service/'];

/**
 * Links and paths that lead nowhere, and a README that nobody reads to its end.
 * @param {ReadonlyMap<string, string>} texts the documents by path
 * @param {(path: string) => boolean} isThere whether the repository has a file or folder
 * @returns {string[]} what is wrong, one sentence each
 */
export function findDocFaults(texts, isThere) {
  const words = (texts.get('README.md') ?? '').split(/\s+/).filter(Boolean).length;
  const dead = Array.from(texts).flatMap(([path, text]) =>
    linksIn(text)
      .filter((link) => !leadsSomewhere(link, { path, texts, isThere }))
      .map((link) => `${path}: found the link "${link}", wanted one to what is there`),
  );
  const moved = Array.from(texts).flatMap(([path, text]) =>
    pathsIn(text)
      .filter((file) => !ROOTS.some((root) => isThere(root + file)))
      .map((file) => `${path}: found the path "${file}", wanted one of a file that is there`),
  );
  const faults = [...dead, ...moved];
  if (words <= README_WORDS) return faults;
  return [...faults, `README.md: found ${words} words, wanted ${README_WORDS} at most`];
}

/** @param {string} text */
function withoutCode(text) {
  return text
    .split('```')
    .filter((_, place) => place % 2 === 0)
    .join('');
}

/** Those inside the repository. @param {string} text @returns {string[]} */
function linksIn(text) {
  const found = withoutCode(text).matchAll(/\]\(([^()\s]{1,200})\)|\b(?:src|srcset|href)="([^"\s]{1,200})"/g);
  const links = Array.from(found, ([, link = '', attribute = '']) => link || attribute);
  return links.filter((link) => !/^https?:/.test(link));
}

/** Files of ours that a text names with their folder. @param {string} text @returns {string[]} */
function pathsIn(text) {
  const found = withoutCode(text).matchAll(/`([\w.-]{1,100}(?:\/[\w.-]{1,100}){1,10}\.(?:ts|tsx|mjs|css))`/g);
  return Array.from(found, ([, path = '']) => path);
}

/** @param {string} link @param {{ path: string, texts: ReadonlyMap<string, string>, isThere: (path: string) => boolean }} from */
function leadsSomewhere(link, { path, texts, isThere }) {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : join(dirname(path), file);
  if (anchor === undefined) return isThere(target);
  return anchorsIn(texts.get(target) ?? '').includes(anchor);
}

/** As the pages of a repository name their headings; the second of one name is not linked to. @param {string} text @returns {string[]} */
function anchorsIn(text) {
  const headings = withoutCode(text)
    .split('\n')
    .filter((line) => /^#{1,6} /.test(line));
  return headings.map((line) =>
    line
      .replace(/^#{1,6} /, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** @param {string[]} paths @returns {string[]} */
function largePictures(paths) {
  return paths
    .filter((path) => statSync(path).size > PICTURE_BYTES)
    .map((path) => `${path}: found ${statSync(path).size} bytes, wanted ${PICTURE_BYTES} at most`);
}

if (process.argv[1] === import.meta.filename) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const paths = listed.split('\n').filter((path) => path !== '' && existsSync(path));
  const documents = paths.filter((path) => path.endsWith('.md'));
  const texts = new Map(documents.map((path) => [path, readFileSync(path, 'utf8')]));
  const pictures = paths.filter((path) => path.startsWith('docs/pictures/'));
  const faults = [...findDocFaults(texts, existsSync), ...largePictures(pictures)];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

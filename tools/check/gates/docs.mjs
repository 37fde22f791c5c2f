import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { marked } from 'marked';
import { report, repositoryFiles } from './repository.mjs';

/** What somebody reads in the first minutes. */
const README_WORDS = 900;
const PICTURE_BYTES = 150_000;
/** A longer line hides in a change what changed in it. */
const LINE_CHARACTERS = 300;
/** `npm run reference` writes these: a table's row is one line. */
const GENERATED = /^docs\/reference/;
const DECISIONS = 'docs/decisions/';
const LIST_OF_DECISIONS = 'src/README.md';

/** Where a path in a text may begin. */
const ROOTS = ['', 'src/', 'src/service/'];
const PATH = /^[\w.-]+(?:\/[\w.-]+)*(?:\/|\/[\w.-]+\.(?:ts|tsx|mjs|css|grit|diff|json|yaml|md))$/;

/**
 * Links and paths that lead nowhere, decisions under other names than their titles, lines that are too long, and a README that
 * nobody reads to its end.
 * @param {ReadonlyMap<string, string>} texts the documents by path
 * @param {(path: string) => boolean} isThere whether the repository has a file or folder
 * @returns {string[]} what is wrong, one sentence each
 */
export function findDocFaults(texts, isThere) {
  const names = new Map(Array.from(texts, ([path, text]) => [path, namesIn(text)]));
  /** @param {string} path @param {string} link */
  const leadsSomewhere = (path, link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    return anchor === undefined ? isThere(target) : Boolean(names.get(target)?.anchors.includes(anchor));
  };
  const dead = Array.from(names).flatMap(([path, { links, paths }]) => [
    ...links
      .filter((link) => !leadsSomewhere(path, link))
      .map((link) => `${path}: found the link "${link}", wanted one to what is there`),
    ...paths
      .filter((file) => !ROOTS.some((root) => isThere(root + file)))
      .map((file) => `${path}: found the path "${file}", wanted one of a file that is there`),
  ]);
  const words = (texts.get('README.md') ?? '').split(/\s+/).filter(Boolean).length;
  return [
    ...dead,
    ...Array.from(texts).flatMap(([path, text]) => longLines(path, text)),
    ...findDecisionFaults(texts),
    ...(words > README_WORDS ? [`README.md: found ${words} words, wanted ${README_WORDS} at most`] : []),
  ];
}

/**
 * The links of a document inside the repository, its headings as the pages of a repository name them, and the files and folders
 * of ours that it names with their path.
 * @param {string} text
 */
function namesIn(text) {
  /** @type {{ links: string[], anchors: string[], paths: string[] }} */
  const found = { links: [], anchors: [], paths: [] };
  /** @param {import('marked').Token} token */
  const walkTokens = (token) => {
    if (token.type === 'link' || token.type === 'image') found.links.push(token.href);
    else if (token.type === 'html') found.links.push(...attributesIn(token.text));
    else if (token.type === 'heading') found.anchors.push(anchorOf(token.text));
    else if (token.type === 'codespan' && PATH.test(token.text)) found.paths.push(token.text);
  };
  marked.parse(text, { async: false, walkTokens });
  return { ...found, links: found.links.filter((link) => !/^(?:https?|mailto):/.test(link)) };
}

/** @param {string} html */
const attributesIn = (html) =>
  Array.from(html.matchAll(/\b(?:src|srcset|href)="([^"\s]{1,200})"/g), ([, link = '']) => link);

/** @param {string} heading */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** @param {string} path @param {string} text */
function longLines(path, text) {
  return text
    .split('\n')
    .map((line, index) => ({ length: line.length, place: `${path}:${index + 1}` }))
    .filter(({ length }) => length >= LINE_CHARACTERS && !GENERATED.test(path))
    .map(({ length, place }) => `${place}: found ${length} characters, wanted less than ${LINE_CHARACTERS}`);
}

/** A decision's file has its number and title for a name, and the list has both. @param {ReadonlyMap<string, string>} texts */
function findDecisionFaults(texts) {
  const list = (texts.get(LIST_OF_DECISIONS) ?? '').split('\n');
  const decisions = Array.from(texts).filter(([path]) => path.startsWith(DECISIONS));
  return decisions.flatMap(([path, text]) => {
    const [, number = '', title = ''] = /^# (\d+)\. (.+)/.exec(text) ?? [];
    const bare = title.toLowerCase().replaceAll(/['’`]/g, '');
    const slug = bare.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
    const name = `${number.padStart(2, '0')}-${slug}.md`;
    const item = `${number}. [${title}](../${DECISIONS}${name})`;
    const faults = [];
    if (path !== DECISIONS + name)
      faults.push(`${path}: found the title "${title}", wanted the file ${name}`);
    if (!list.includes(item)) faults.push(`${LIST_OF_DECISIONS}: found no line "${item}", wanted one`);
    return faults;
  });
}

/** @param {string} path */
function pictureFaults(path) {
  const { size } = statSync(path);
  if (size <= PICTURE_BYTES) return [];
  return [`${path}: found ${size} bytes, wanted ${PICTURE_BYTES} at most`];
}

if (process.argv[1] === import.meta.filename) {
  const paths = repositoryFiles();
  const documents = paths.filter((path) => path.endsWith('.md'));
  const texts = new Map(documents.map((path) => [path, readFileSync(path, 'utf8')]));
  const pictures = paths.filter((path) => path.startsWith('docs/pictures/'));
  report([...findDocFaults(texts, existsSync), ...pictures.flatMap(pictureFaults)]);
}

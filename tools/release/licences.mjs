import { readFileSync } from 'node:fs';

/** What we may use and pass on, each read by one of us. Whoever adds one reads it first. */
const KNOWN = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'MPL-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Unlicense',
  'Python-2.0',
  'Unicode-DFS-2016',
  'Zlib',
]);
/** Packages that name a file in place of a licence, and what that file is. */
const BY_FILE = { 'node_modules/spawndamnit': 'MIT' };

/**
 * @typedef {{ license?: string, optional?: boolean, optionalDependencies?: Record<string, string> }} Package
 * @typedef {Record<string, Package>} Packages the member `packages` of a lock file
 */

/** A package for one system alone has the licence of the package that asks for it. @param {Packages} packages @param {string} path */
function licenceOf(packages, path) {
  const named = Object.entries(BY_FILE).find(([known]) => known === path)?.[1] ?? packages[path]?.license;
  if (named !== undefined || !packages[path]?.optional) return named;
  const name = path.replace(/^.*node_modules\//, '');
  return Object.values(packages).find((one) => one.optionalDependencies?.[name])?.license;
}

/** `A OR B` needs one that is known, `A AND B` both. @param {string} licence @returns {boolean} */
function isKnown(licence) {
  const bare = licence.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isKnown);
  return bare.split(' AND ').every((one) => KNOWN.has(one));
}

/** @param {Packages} packages @returns {Map<string, string[]>} */
function packagesByLicence(packages) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const path of Object.keys(packages).filter(Boolean)) {
    const licence = licenceOf(packages, path) ?? 'none';
    found.set(licence, [...(found.get(licence) ?? []), path.replace(/^node_modules\//, '')]);
  }
  return found;
}

/** @param {Packages} packages @returns {string[]} what is wrong, one sentence each */
export function findLicenceFaults(packages) {
  return [...packagesByLicence(packages)]
    .filter(([licence]) => !isKnown(licence))
    .map(
      ([licence, names]) => `licences: found "${licence}" of ${names.join(', ')}, wanted one that is known`,
    );
}

if (process.argv[1] === import.meta.filename) {
  /** @type {{ packages: Packages }} */
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  if (process.argv.includes('--list')) {
    for (const [licence, names] of packagesByLicence(packages))
      console.log(`${licence}: ${names.join(', ')}`);
  }
  const faults = findLicenceFaults(packages);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

import { readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Locked = {
  readonly version?: string;
  readonly license?: string;
  readonly engines?: object;
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
};
type Names = Readonly<Record<string, string>>;
/** The packages of a lock file by their path, such as `node_modules/pg`. */
type Packages = Readonly<Record<string, Locked>>;

/**
 * Makes the built service a package of its own, with a lock file: `npm ci --omit=dev` installs in its folder what the bundle
 * imports, in the versions that the repository has locked, and nothing else.
 */
export function servicePackage(): Plugin {
  return {
    name: 'service-package',
    writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
      const own = new Set(Object.keys(bundle));
      const names = packagesOf(imported.filter((id) => !own.has(id)));
      const { version, license, engines } = readJson('package.json');
      const described = {
        name: 'embeddable-wallet-service',
        version,
        license,
        private: true,
        type: 'module',
        engines,
      };
      const files = lockedPackage(described, { names, packages: readJson('package-lock.json').packages });
      for (const [name, content] of Object.entries(files))
        writeFileSync(join(dir, name), `${JSON.stringify(content, null, 2)}\n`);
    },
  };
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** The packages behind import specifiers, Node's own modules left out. */
export function packagesOf(specifiers: readonly string[]): string[] {
  const names = specifiers
    .filter((id) => !isBuiltin(id) && /^[@\w]/.test(id))
    .map((id) => id.split('/', id.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)].sort();
}

type LockedPackageInput = { readonly names: readonly string[]; readonly packages: Packages };

/** The two files that npm reads, for a package that needs these. Raises an error where one is not locked. */
export function lockedPackage(
  described: Locked & { readonly name: string },
  { names, packages }: LockedPackageInput,
) {
  const dependencies = Object.fromEntries(names.map((name) => [name, requireVersion(name, packages)]));
  const root = { ...described, dependencies };
  const reached = reachable(names, packages);
  const kept = Object.keys(packages).filter((path) => reached.has(path));
  const lock = {
    name: described.name,
    version: described.version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: described.name, version: described.version, license: described.license, dependencies },
      ...Object.fromEntries(
        kept.map((path) => [path, entry(packages[path], reached.get(path) === 'optional')]),
      ),
    },
  };
  return { 'package.json': root, 'package-lock.json': lock };
}

function requireVersion(name: string, packages: Packages): string {
  const version = packages[`node_modules/${name}`]?.version;
  if (version !== undefined) return version;
  throw new Error(`service package: found the import of "${name}", wanted it in package-lock.json`);
}

type Need = 'required' | 'optional';

/** The paths of all that these packages need, each with whether it may be missing. */
function reachable(names: readonly string[], packages: Packages): Map<string, Need> {
  const reached = new Map<string, Need>();
  const visit = (path: string, need: Need) => {
    const before = reached.get(path);
    if (before === 'required' || before === need) return;
    reached.set(path, need);
    for (const [name, of] of needsOf(packages[path])) {
      const found = resolved(name, { from: path, packages });
      if (found !== undefined) visit(found, need === 'optional' ? need : of);
    }
  };
  for (const name of names) visit(`node_modules/${name}`, 'required');
  return reached;
}

/** A peer that may be missing is left out: whoever needs it imports it. */
function needsOf({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: Locked = {}) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [
    ...[...Object.keys(dependencies ?? {}), ...peers].map((name) => [name, 'required'] as const),
    ...Object.keys(optionalDependencies ?? {}).map((name) => [name, 'optional'] as const),
  ];
}

type ResolvedInput = { readonly from: string; readonly packages: Packages };

/** As Node looks for it: beside, then further out. */
function resolved(name: string, { from, packages }: ResolvedInput): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

/** In the repository all are developers' packages; here they are what runs. */
function entry(locked: Locked | undefined, isOptional: boolean): object {
  const kept = Object.entries(locked ?? {}).filter(
    ([key]) => !['dev', 'devOptional', 'optional', 'peer'].includes(key),
  );
  return { ...Object.fromEntries(kept), ...(isOptional && { optional: true }) };
}
